/* dft_pairs_gen.h - written by codegen/, do not edit: see codegen/README.md.
 *
 * TFK_PAIRS_DFT_R(GET, PUT): the transforms of dft_gen.h on vectors of interleaved
 * points, the same scalar operations. GET(j, v) assigns leg j to a variable, PUT(k, v)
 * takes result k. Words of their own: SWAP exchanges the parts of each point, SUM_DIFF
 * adds the first parts and subtracts the second, DIFF_SUM the reverse, and K_MIXED is a
 * constant that is negative for the second. */
#ifndef TFI_CPU_DFT_PAIRS_GEN_H
#define TFI_CPU_DFT_PAIRS_GEN_H

/* 2 additions, 0 multiply-adds, 0 multiplications, 0 exchanges */
#define TFK_PAIRS_DFT_2(GET, PUT) \
    do { \
        V v0; \
        GET(0, v0); \
        V v2; \
        GET(1, v2); \
        const V v4 = v0 + v2; \
        PUT(0, v4); \
        const V v6 = v0 - v2; \
        PUT(1, v6); \
    } while (0)

/* 3 additions, 3 multiply-adds, 0 multiplications, 1 exchanges */
#define TFK_PAIRS_DFT_3(GET, PUT) \
    do { \
        V v2; \
        GET(1, v2); \
        V v4; \
        GET(2, v4); \
        const V v6 = v2 + v4; \
        const V v8 = v2 - v4; \
        V v0; \
        GET(0, v0); \
        const V v10 = v0 + v6; \
        PUT(0, v10); \
        const V v11 = FNMA(v6, K(0.5), v0); \
        const V s8 = SWAP(v8); \
        const V v12 = FMA(s8, K_MIXED(0.866025403784438646763723), v11); \
        PUT(1, v12); \
        const V v13 = FNMA(s8, K_MIXED(0.866025403784438646763723), v11); \
        PUT(2, v13); \
    } while (0)

/* 8 additions, 0 multiply-adds, 0 multiplications, 1 exchanges */
#define TFK_PAIRS_DFT_4(GET, PUT) \
    do { \
        V v0; \
        GET(0, v0); \
        V v4; \
        GET(2, v4); \
        const V v8 = v0 + v4; \
        const V v10 = v0 - v4; \
        V v2; \
        GET(1, v2); \
        V v6; \
        GET(3, v6); \
        const V v12 = v2 + v6; \
        const V v14 = v2 - v6; \
        const V v16 = v8 + v12; \
        PUT(0, v16); \
        const V s14 = SWAP(v14); \
        const V v18 = SUM_DIFF(v10, s14); \
        PUT(1, v18); \
        const V v20 = v8 - v12; \
        PUT(2, v20); \
        const V v22 = DIFF_SUM(v10, s14); \
        PUT(3, v22); \
    } while (0)

/* 6 additions, 10 multiply-adds, 0 multiplications, 2 exchanges */
#define TFK_PAIRS_DFT_5(GET, PUT) \
    do { \
        V v2; \
        GET(1, v2); \
        V v8; \
        GET(4, v8); \
        const V v10 = v2 + v8; \
        V v4; \
        GET(2, v4); \
        V v6; \
        GET(3, v6); \
        const V v12 = v4 + v6; \
        const V v14 = v2 - v8; \
        const V v16 = v4 - v6; \
        V v0; \
        GET(0, v0); \
        const V v18 = v0 + v10; \
        const V v19 = v12 + v18; \
        PUT(0, v19); \
        const V v20 = FMA(v10, K(0.309016994374947424102293), v0); \
        const V v21 = FNMA(v12, K(0.809016994374947424102293), v20); \
        const V v34 = FMA(v16, K(0.618033988749894848204587), v14); \
        const V s34 = SWAP(v34); \
        const V v23 = FMA(s34, K_MIXED(0.951056516295153572116439), v21); \
        PUT(1, v23); \
        const V v24 = FNMA(s34, K_MIXED(0.951056516295153572116439), v21); \
        PUT(4, v24); \
        const V v25 = FNMA(v10, K(0.809016994374947424102293), v0); \
        const V v26 = FMA(v12, K(0.309016994374947424102293), v25); \
        const V v39 = FNMA(v14, K(0.618033988749894848204587), v16); \
        const V s39 = SWAP(v39); \
        const V v28 = FNMA(s39, K_MIXED(0.951056516295153572116439), v26); \
        PUT(2, v28); \
        const V v29 = FMA(s39, K_MIXED(0.951056516295153572116439), v26); \
        PUT(3, v29); \
    } while (0)

/* 12 additions, 6 multiply-adds, 0 multiplications, 2 exchanges */
#define TFK_PAIRS_DFT_6(GET, PUT) \
    do { \
        V v0; \
        GET(0, v0); \
        V v6; \
        GET(3, v6); \
        const V v12 = v0 + v6; \
        const V v14 = v0 - v6; \
        V v4; \
        GET(2, v4); \
        V v10; \
        GET(5, v10); \
        const V v16 = v4 + v10; \
        const V v18 = v4 - v10; \
        V v2; \
        GET(1, v2); \
        V v8; \
        GET(4, v8); \
        const V v20 = v2 + v8; \
        const V v22 = v2 - v8; \
        const V v24 = v16 + v20; \
        const V v26 = v16 - v20; \
        const V v28 = v12 + v24; \
        PUT(0, v28); \
        const V v29 = FNMA(v24, K(0.5), v12); \
        const V s26 = SWAP(v26); \
        const V v30 = FMA(s26, K_MIXED(0.866025403784438646763723), v29); \
        PUT(4, v30); \
        const V v31 = FNMA(s26, K_MIXED(0.866025403784438646763723), v29); \
        PUT(2, v31); \
        const V v36 = v18 - v22; \
        const V v38 = v18 + v22; \
        const V v40 = v14 + v36; \
        PUT(3, v40); \
        const V v41 = FNMA(v36, K(0.5), v14); \
        const V s38 = SWAP(v38); \
        const V v42 = FMA(s38, K_MIXED(0.866025403784438646763723), v41); \
        PUT(1, v42); \
        const V v43 = FNMA(s38, K_MIXED(0.866025403784438646763723), v41); \
        PUT(5, v43); \
    } while (0)

/* 9 additions, 21 multiply-adds, 0 multiplications, 3 exchanges */
#define TFK_PAIRS_DFT_7(GET, PUT) \
    do { \
        V v2; \
        GET(1, v2); \
        V v12; \
        GET(6, v12); \
        const V v14 = v2 + v12; \
        V v4; \
        GET(2, v4); \
        V v10; \
        GET(5, v10); \
        const V v16 = v4 + v10; \
        V v6; \
        GET(3, v6); \
        V v8; \
        GET(4, v8); \
        const V v18 = v6 + v8; \
        const V v20 = v2 - v12; \
        const V v22 = v4 - v10; \
        const V v24 = v6 - v8; \
        V v0; \
        GET(0, v0); \
        const V v26 = v0 + v14; \
        const V v27 = v16 + v26; \
        const V v28 = v18 + v27; \
        PUT(0, v28); \
        const V v32 = FMA(v14, K(0.623489801858733530525005), v0); \
        const V v34 = FNMA(v16, K(0.222520933956314404288903), v32); \
        const V v36 = FNMA(v18, K(0.900968867902419126236102), v34); \
        const V v39 = FMA(v20, K(0.801937735804838252472205), v22); \
        const V v41 = FMA(v24, K(0.445041867912628808577805), v39); \
        const V s41 = SWAP(v41); \
        const V v42 = FMA(s41, K_MIXED(0.974927912181823607018132), v36); \
        PUT(1, v42); \
        const V v44 = FNMA(s41, K_MIXED(0.974927912181823607018132), v36); \
        PUT(6, v44); \
        const V v46 = FNMA(v14, K(0.222520933956314404288903), v0); \
        const V v48 = FNMA(v16, K(0.900968867902419126236102), v46); \
        const V v50 = FMA(v18, K(0.623489801858733530525005), v48); \
        const V v53 = FNMA(v22, K(0.445041867912628808577805), v20); \
        const V v55 = FNMA(v24, K(0.801937735804838252472205), v53); \
        const V s55 = SWAP(v55); \
        const V v56 = FMA(s55, K_MIXED(0.974927912181823607018132), v50); \
        PUT(2, v56); \
        const V v58 = FNMA(s55, K_MIXED(0.974927912181823607018132), v50); \
        PUT(5, v58); \
        const V v60 = FNMA(v14, K(0.900968867902419126236102), v0); \
        const V v62 = FMA(v16, K(0.623489801858733530525005), v60); \
        const V v64 = FNMA(v18, K(0.222520933956314404288903), v62); \
        const V v67 = FNMA(v20, K(0.554958132087371191422195), v22); \
        const V v69 = FNMA(v67, K(0.801937735804838252472205), v24); \
        const V s69 = SWAP(v69); \
        const V v70 = FMA(s69, K_MIXED(0.974927912181823607018132), v64); \
        PUT(3, v70); \
        const V v72 = FNMA(s69, K_MIXED(0.974927912181823607018132), v64); \
        PUT(4, v72); \
    } while (0)

/* 22 additions, 4 multiply-adds, 0 multiplications, 5 exchanges */
#define TFK_PAIRS_DFT_8(GET, PUT) \
    do { \
        V v0; \
        GET(0, v0); \
        V v8; \
        GET(4, v8); \
        const V v16 = v0 + v8; \
        const V v18 = v0 - v8; \
        V v4; \
        GET(2, v4); \
        V v12; \
        GET(6, v12); \
        const V v20 = v4 + v12; \
        const V v22 = v4 - v12; \
        const V v24 = v16 + v20; \
        const V s22 = SWAP(v22); \
        const V v26 = SUM_DIFF(v18, s22); \
        const V v28 = v16 - v20; \
        const V v30 = DIFF_SUM(v18, s22); \
        V v2; \
        GET(1, v2); \
        V v10; \
        GET(5, v10); \
        const V v32 = v2 + v10; \
        const V v34 = v2 - v10; \
        V v6; \
        GET(3, v6); \
        V v14; \
        GET(7, v14); \
        const V v36 = v6 + v14; \
        const V v38 = v6 - v14; \
        const V v40 = v32 + v36; \
        const V s38 = SWAP(v38); \
        const V v42 = SUM_DIFF(v34, s38); \
        const V v44 = v32 - v36; \
        const V v46 = DIFF_SUM(v34, s38); \
        const V v48 = v24 + v40; \
        PUT(0, v48); \
        const V v50 = v24 - v40; \
        PUT(4, v50); \
        const V s42 = SWAP(v42); \
        const V v52 = SUM_DIFF(s42, v42); \
        const V v54 = FMA(v52, K_MIXED(0.707106781186547524400844), v26); \
        PUT(1, v54); \
        const V v56 = FNMA(v52, K_MIXED(0.707106781186547524400844), v26); \
        PUT(5, v56); \
        const V s44 = SWAP(v44); \
        const V v58 = SUM_DIFF(v28, s44); \
        PUT(2, v58); \
        const V v60 = DIFF_SUM(v28, s44); \
        PUT(6, v60); \
        const V s46 = SWAP(v46); \
        const V v62 = DIFF_SUM(v46, s46); \
        const V v64 = FNMA(v62, K(0.707106781186547524400844), v30); \
        PUT(3, v64); \
        const V v66 = FMA(v62, K(0.707106781186547524400844), v30); \
        PUT(7, v66); \
    } while (0)

/* 12 additions, 28 multiply-adds, 0 multiplications, 10 exchanges */
#define TFK_PAIRS_DFT_9(GET, PUT) \
    do { \
        V v6; \
        GET(3, v6); \
        V v12; \
        GET(6, v12); \
        const V v18 = v6 + v12; \
        const V v20 = v6 - v12; \
        V v0; \
        GET(0, v0); \
        const V v22 = v0 + v18; \
        const V v23 = FNMA(v18, K(0.5), v0); \
        const V s20 = SWAP(v20); \
        const V v24 = FMA(s20, K_MIXED(0.866025403784438646763723), v23); \
        const V v25 = FNMA(s20, K_MIXED(0.866025403784438646763723), v23); \
        V v8; \
        GET(4, v8); \
        V v14; \
        GET(7, v14); \
        const V v30 = v8 + v14; \
        const V v32 = v8 - v14; \
        V v2; \
        GET(1, v2); \
        const V v34 = v2 + v30; \
        const V v35 = FNMA(v30, K(0.5), v2); \
        const V s32 = SWAP(v32); \
        const V v36 = FMA(s32, K_MIXED(0.866025403784438646763723), v35); \
        const V v37 = FNMA(s32, K_MIXED(0.866025403784438646763723), v35); \
        V v10; \
        GET(5, v10); \
        V v16; \
        GET(8, v16); \
        const V v42 = v10 + v16; \
        const V v44 = v10 - v16; \
        V v4; \
        GET(2, v4); \
        const V v46 = v4 + v42; \
        const V v47 = FNMA(v42, K(0.5), v4); \
        const V s44 = SWAP(v44); \
        const V v48 = FMA(s44, K_MIXED(0.866025403784438646763723), v47); \
        const V v49 = FNMA(s44, K_MIXED(0.866025403784438646763723), v47); \
        const V v54 = v34 + v46; \
        const V v56 = v34 - v46; \
        const V v58 = v22 + v54; \
        PUT(0, v58); \
        const V v59 = FNMA(v54, K(0.5), v22); \
        const V s56 = SWAP(v56); \
        const V v60 = FMA(s56, K_MIXED(0.866025403784438646763723), v59); \
        PUT(3, v60); \
        const V v61 = FNMA(s56, K_MIXED(0.866025403784438646763723), v59); \
        PUT(6, v61); \
        const V s36 = SWAP(v36); \
        const V v66 = FMA(s36, K_MIXED(0.839099631177280011763127), v36); \
        const V s48 = SWAP(v48); \
        const V v68 = FMA(v48, K_MIXED(0.17632698070846497347109), s48); \
        const V v70 = FMA(v66, K_MIXED(0.777861913430206160028178), v68); \
        const V v72 = FNMA(v66, K_MIXED(0.777861913430206160028178), v68); \
        const V v74 = FMA(v70, K_MIXED(0.984807753012208059366743), v24); \
        PUT(1, v74); \
        const V v75 = FNMA(v70, K_MIXED(0.492403876506104029683372), v24); \
        const V s72 = SWAP(v72); \
        const V v76 = FMA(s72, K(0.852868531952443209628251), v75); \
        PUT(4, v76); \
        const V v77 = FNMA(s72, K(0.852868531952443209628251), v75); \
        PUT(7, v77); \
        const V s37 = SWAP(v37); \
        const V v82 = FMA(v37, K_MIXED(0.17632698070846497347109), s37); \
        const V s49 = SWAP(v49); \
        const V v84 = FNMA(s49, K_MIXED(0.363970234266202361351048), v49); \
        const V v86 = FNMA(v84, K_MIXED(0.954188894138671133499268), v82); \
        const V v88 = FMA(v84, K_MIXED(0.954188894138671133499268), v82); \
        const V v90 = FMA(v86, K_MIXED(0.984807753012208059366743), v25); \
        PUT(2, v90); \
        const V v91 = FNMA(v86, K_MIXED(0.492403876506104029683372), v25); \
        const V s88 = SWAP(v88); \
        const V v92 = FNMA(s88, K(0.852868531952443209628251), v91); \
        PUT(5, v92); \
        const V v93 = FMA(s88, K(0.852868531952443209628251), v91); \
        PUT(8, v93); \
    } while (0)

/* 22 additions, 20 multiply-adds, 0 multiplications, 4 exchanges */
#define TFK_PAIRS_DFT_10(GET, PUT) \
    do { \
        V v0; \
        GET(0, v0); \
        V v10; \
        GET(5, v10); \
        const V v20 = v0 + v10; \
        const V v22 = v0 - v10; \
        V v4; \
        GET(2, v4); \
        V v14; \
        GET(7, v14); \
        const V v24 = v4 + v14; \
        const V v26 = v4 - v14; \
        V v8; \
        GET(4, v8); \
        V v18; \
        GET(9, v18); \
        const V v28 = v8 + v18; \
        const V v30 = v8 - v18; \
        V v2; \
        GET(1, v2); \
        V v12; \
        GET(6, v12); \
        const V v32 = v2 + v12; \
        const V v34 = v2 - v12; \
        V v6; \
        GET(3, v6); \
        V v16; \
        GET(8, v16); \
        const V v36 = v6 + v16; \
        const V v38 = v6 - v16; \
        const V v40 = v24 + v36; \
        const V v42 = v28 + v32; \
        const V v44 = v24 - v36; \
        const V v46 = v28 - v32; \
        const V v48 = v20 + v40; \
        const V v49 = v42 + v48; \
        PUT(0, v49); \
        const V v50 = FMA(v40, K(0.309016994374947424102293), v20); \
        const V v51 = FNMA(v42, K(0.809016994374947424102293), v50); \
        const V v64 = FMA(v46, K(0.618033988749894848204587), v44); \
        const V s64 = SWAP(v64); \
        const V v53 = FMA(s64, K_MIXED(0.951056516295153572116439), v51); \
        PUT(6, v53); \
        const V v54 = FNMA(s64, K_MIXED(0.951056516295153572116439), v51); \
        PUT(4, v54); \
        const V v55 = FNMA(v40, K(0.809016994374947424102293), v20); \
        const V v56 = FMA(v42, K(0.309016994374947424102293), v55); \
        const V v69 = FNMA(v44, K(0.618033988749894848204587), v46); \
        const V s69 = SWAP(v69); \
        const V v58 = FNMA(s69, K_MIXED(0.951056516295153572116439), v56); \
        PUT(2, v58); \
        const V v59 = FMA(s69, K_MIXED(0.951056516295153572116439), v56); \
        PUT(8, v59); \
        const V v72 = v26 - v38; \
        const V v74 = v30 - v34; \
        const V v76 = v26 + v38; \
        const V v78 = v30 + v34; \
        const V v80 = v22 + v72; \
        const V v81 = v74 + v80; \
        PUT(5, v81); \
        const V v82 = FMA(v72, K(0.309016994374947424102293), v22); \
        const V v83 = FNMA(v74, K(0.809016994374947424102293), v82); \
        const V v96 = FMA(v78, K(0.618033988749894848204587), v76); \
        const V s96 = SWAP(v96); \
        const V v85 = FMA(s96, K_MIXED(0.951056516295153572116439), v83); \
        PUT(1, v85); \
        const V v86 = FNMA(s96, K_MIXED(0.951056516295153572116439), v83); \
        PUT(9, v86); \
        const V v87 = FNMA(v72, K(0.809016994374947424102293), v22); \
        const V v88 = FMA(v74, K(0.309016994374947424102293), v87); \
        const V v101 = FNMA(v76, K(0.618033988749894848204587), v78); \
        const V s101 = SWAP(v101); \
        const V v90 = FNMA(s101, K_MIXED(0.951056516295153572116439), v88); \
        PUT(7, v90); \
        const V v91 = FMA(s101, K_MIXED(0.951056516295153572116439), v88); \
        PUT(3, v91); \
    } while (0)

/* 25 additions, 45 multiply-adds, 5 multiplications, 5 exchanges */
#define TFK_PAIRS_DFT_11(GET, PUT) \
    do { \
        V v2; \
        GET(1, v2); \
        V v20; \
        GET(10, v20); \
        const V v22 = v2 + v20; \
        V v4; \
        GET(2, v4); \
        V v18; \
        GET(9, v18); \
        const V v24 = v4 + v18; \
        V v6; \
        GET(3, v6); \
        V v16; \
        GET(8, v16); \
        const V v26 = v6 + v16; \
        V v8; \
        GET(4, v8); \
        V v14; \
        GET(7, v14); \
        const V v28 = v8 + v14; \
        V v10; \
        GET(5, v10); \
        V v12; \
        GET(6, v12); \
        const V v30 = v10 + v12; \
        const V v32 = v2 - v20; \
        const V v34 = v4 - v18; \
        const V v36 = v6 - v16; \
        const V v38 = v8 - v14; \
        const V v40 = v10 - v12; \
        V v0; \
        GET(0, v0); \
        const V v42 = v0 + v22; \
        const V v43 = v24 + v42; \
        const V v44 = v26 + v43; \
        const V v45 = v28 + v44; \
        const V v46 = v30 + v45; \
        PUT(0, v46); \
        const V v53 = v32 * K(0.540640817455597582107636); \
        const V v54 = FMA(v22, K(0.841253532831181168861812), v0); \
        const V v56 = FMA(v24, K(0.415415013001886425529274), v54); \
        const V v58 = FNMA(v26, K(0.142314838273285140443793), v56); \
        const V v60 = FNMA(v28, K(0.654860733945285064056925), v58); \
        const V v62 = FNMA(v30, K(0.959492973614497389890368), v60); \
        const V v65 = FMA(v34, K(0.909631995354518371411715), v53); \
        const V v67 = FMA(v36, K(0.989821441880932732376092), v65); \
        const V v69 = FMA(v38, K(0.755749574354258283774036), v67); \
        const V v71 = FMA(v40, K(0.281732556841429697711418), v69); \
        const V s71 = SWAP(v71); \
        const V v72 = SUM_DIFF(v62, s71); \
        PUT(1, v72); \
        const V v74 = DIFF_SUM(v62, s71); \
        PUT(10, v74); \
        const V v77 = v32 * K(0.909631995354518371411715); \
        const V v78 = FMA(v22, K(0.415415013001886425529274), v0); \
        const V v80 = FNMA(v24, K(0.654860733945285064056925), v78); \
        const V v82 = FNMA(v26, K(0.959492973614497389890368), v80); \
        const V v84 = FNMA(v28, K(0.142314838273285140443793), v82); \
        const V v86 = FMA(v30, K(0.841253532831181168861812), v84); \
        const V v89 = FMA(v34, K(0.755749574354258283774036), v77); \
        const V v91 = FNMA(v36, K(0.281732556841429697711418), v89); \
        const V v93 = FNMA(v38, K(0.989821441880932732376092), v91); \
        const V v95 = FNMA(v40, K(0.540640817455597582107636), v93); \
        const V s95 = SWAP(v95); \
        const V v96 = SUM_DIFF(v86, s95); \
        PUT(2, v96); \
        const V v98 = DIFF_SUM(v86, s95); \
        PUT(9, v98); \
        const V v101 = v32 * K(0.989821441880932732376092); \
        const V v102 = FNMA(v22, K(0.142314838273285140443793), v0); \
        const V v104 = FNMA(v24, K(0.959492973614497389890368), v102); \
        const V v106 = FMA(v26, K(0.415415013001886425529274), v104); \
        const V v108 = FMA(v28, K(0.841253532831181168861812), v106); \
        const V v110 = FNMA(v30, K(0.654860733945285064056925), v108); \
        const V v113 = FNMA(v34, K(0.281732556841429697711418), v101); \
        const V v115 = FNMA(v36, K(0.909631995354518371411715), v113); \
        const V v117 = FMA(v38, K(0.540640817455597582107636), v115); \
        const V v119 = FMA(v40, K(0.755749574354258283774036), v117); \
        const V s119 = SWAP(v119); \
        const V v120 = SUM_DIFF(v110, s119); \
        PUT(3, v120); \
        const V v122 = DIFF_SUM(v110, s119); \
        PUT(8, v122); \
        const V v125 = v32 * K(0.755749574354258283774036); \
        const V v126 = FNMA(v22, K(0.654860733945285064056925), v0); \
        const V v128 = FNMA(v24, K(0.142314838273285140443793), v126); \
        const V v130 = FMA(v26, K(0.841253532831181168861812), v128); \
        const V v132 = FNMA(v28, K(0.959492973614497389890368), v130); \
        const V v134 = FMA(v30, K(0.415415013001886425529274), v132); \
        const V v137 = FNMA(v34, K(0.989821441880932732376092), v125); \
        const V v139 = FMA(v36, K(0.540640817455597582107636), v137); \
        const V v141 = FMA(v38, K(0.281732556841429697711418), v139); \
        const V v143 = FNMA(v40, K(0.909631995354518371411715), v141); \
        const V s143 = SWAP(v143); \
        const V v144 = SUM_DIFF(v134, s143); \
        PUT(4, v144); \
        const V v146 = DIFF_SUM(v134, s143); \
        PUT(7, v146); \
        const V v149 = v32 * K(0.281732556841429697711418); \
        const V v150 = FNMA(v22, K(0.959492973614497389890368), v0); \
        const V v152 = FMA(v24, K(0.841253532831181168861812), v150); \
        const V v154 = FNMA(v26, K(0.654860733945285064056925), v152); \
        const V v156 = FMA(v28, K(0.415415013001886425529274), v154); \
        const V v158 = FNMA(v30, K(0.142314838273285140443793), v156); \
        const V v161 = FNMA(v34, K(0.540640817455597582107636), v149); \
        const V v163 = FMA(v36, K(0.755749574354258283774036), v161); \
        const V v165 = FNMA(v38, K(0.909631995354518371411715), v163); \
        const V v167 = FMA(v40, K(0.989821441880932732376092), v165); \
        const V s167 = SWAP(v167); \
        const V v168 = SUM_DIFF(v158, s167); \
        PUT(5, v168); \
        const V v170 = DIFF_SUM(v158, s167); \
        PUT(6, v170); \
    } while (0)

/* 36 additions, 12 multiply-adds, 0 multiplications, 7 exchanges */
#define TFK_PAIRS_DFT_12(GET, PUT) \
    do { \
        V v0; \
        GET(0, v0); \
        V v12; \
        GET(6, v12); \
        const V v24 = v0 + v12; \
        const V v26 = v0 - v12; \
        V v6; \
        GET(3, v6); \
        V v18; \
        GET(9, v18); \
        const V v28 = v6 + v18; \
        const V v30 = v6 - v18; \
        const V v32 = v24 + v28; \
        const V s30 = SWAP(v30); \
        const V v34 = SUM_DIFF(v26, s30); \
        const V v36 = v24 - v28; \
        const V v38 = DIFF_SUM(v26, s30); \
        V v8; \
        GET(4, v8); \
        V v20; \
        GET(10, v20); \
        const V v40 = v8 + v20; \
        const V v42 = v8 - v20; \
        V v2; \
        GET(1, v2); \
        V v14; \
        GET(7, v14); \
        const V v44 = v2 + v14; \
        const V v46 = v2 - v14; \
        const V v48 = v40 + v44; \
        const V s46 = SWAP(v46); \
        const V v50 = DIFF_SUM(v42, s46); \
        const V v52 = v40 - v44; \
        const V v54 = SUM_DIFF(v42, s46); \
        V v4; \
        GET(2, v4); \
        V v16; \
        GET(8, v16); \
        const V v56 = v4 + v16; \
        const V v58 = v4 - v16; \
        V v10; \
        GET(5, v10); \
        V v22; \
        GET(11, v22); \
        const V v60 = v10 + v22; \
        const V v62 = v10 - v22; \
        const V v64 = v56 + v60; \
        const V s62 = SWAP(v62); \
        const V v66 = SUM_DIFF(v58, s62); \
        const V v68 = v56 - v60; \
        const V v70 = DIFF_SUM(v58, s62); \
        const V v72 = v48 + v64; \
        const V v74 = v48 - v64; \
        const V v76 = v32 + v72; \
        PUT(0, v76); \
        const V v77 = FNMA(v72, K(0.5), v32); \
        const V s74 = SWAP(v74); \
        const V v78 = FMA(s74, K_MIXED(0.866025403784438646763723), v77); \
        PUT(4, v78); \
        const V v79 = FNMA(s74, K_MIXED(0.866025403784438646763723), v77); \
        PUT(8, v79); \
        const V v84 = v50 - v66; \
        const V v86 = v50 + v66; \
        const V v88 = v34 + v84; \
        PUT(9, v88); \
        const V v89 = FNMA(v84, K(0.5), v34); \
        const V s86 = SWAP(v86); \
        const V v90 = FMA(s86, K_MIXED(0.866025403784438646763723), v89); \
        PUT(1, v90); \
        const V v91 = FNMA(s86, K_MIXED(0.866025403784438646763723), v89); \
        PUT(5, v91); \
        const V v96 = v52 + v68; \
        const V v98 = v52 - v68; \
        const V v100 = v36 + v96; \
        PUT(6, v100); \
        const V v101 = FNMA(v96, K(0.5), v36); \
        const V s98 = SWAP(v98); \
        const V v102 = FMA(s98, K_MIXED(0.866025403784438646763723), v101); \
        PUT(10, v102); \
        const V v103 = FNMA(s98, K_MIXED(0.866025403784438646763723), v101); \
        PUT(2, v103); \
        const V v108 = v54 - v70; \
        const V v110 = v54 + v70; \
        const V v112 = v38 + v108; \
        PUT(3, v112); \
        const V v113 = FNMA(v108, K(0.5), v38); \
        const V s110 = SWAP(v110); \
        const V v114 = FMA(s110, K_MIXED(0.866025403784438646763723), v113); \
        PUT(7, v114); \
        const V v115 = FNMA(s110, K_MIXED(0.866025403784438646763723), v113); \
        PUT(11, v115); \
    } while (0)

/* 30 additions, 66 multiply-adds, 6 multiplications, 6 exchanges */
#define TFK_PAIRS_DFT_13(GET, PUT) \
    do { \
        V v2; \
        GET(1, v2); \
        V v24; \
        GET(12, v24); \
        const V v26 = v2 + v24; \
        V v4; \
        GET(2, v4); \
        V v22; \
        GET(11, v22); \
        const V v28 = v4 + v22; \
        V v6; \
        GET(3, v6); \
        V v20; \
        GET(10, v20); \
        const V v30 = v6 + v20; \
        V v8; \
        GET(4, v8); \
        V v18; \
        GET(9, v18); \
        const V v32 = v8 + v18; \
        V v10; \
        GET(5, v10); \
        V v16; \
        GET(8, v16); \
        const V v34 = v10 + v16; \
        V v12; \
        GET(6, v12); \
        V v14; \
        GET(7, v14); \
        const V v36 = v12 + v14; \
        const V v38 = v2 - v24; \
        const V v40 = v4 - v22; \
        const V v42 = v6 - v20; \
        const V v44 = v8 - v18; \
        const V v46 = v10 - v16; \
        const V v48 = v12 - v14; \
        V v0; \
        GET(0, v0); \
        const V v50 = v0 + v26; \
        const V v51 = v28 + v50; \
        const V v52 = v30 + v51; \
        const V v53 = v32 + v52; \
        const V v54 = v34 + v53; \
        const V v55 = v36 + v54; \
        PUT(0, v55); \
        const V v63 = v38 * K(0.464723172043768545656015); \
        const V v64 = FMA(v26, K(0.885456025653209895900376), v0); \
        const V v66 = FMA(v28, K(0.568064746731155802511808), v64); \
        const V v68 = FMA(v30, K(0.120536680255323053349068), v66); \
        const V v70 = FNMA(v32, K(0.354604887042535625969638), v68); \
        const V v72 = FNMA(v34, K(0.748510748171101098634631), v70); \
        const V v74 = FNMA(v36, K(0.970941817426052027156982), v72); \
        const V v77 = FMA(v40, K(0.822983865893656394579617), v63); \
        const V v79 = FMA(v42, K(0.992708874098053992800752), v77); \
        const V v81 = FMA(v44, K(0.935016242685414823439785), v79); \
        const V v83 = FMA(v46, K(0.663122658240795202376785), v81); \
        const V v85 = FMA(v48, K(0.239315664287557767148754), v83); \
        const V s85 = SWAP(v85); \
        const V v86 = SUM_DIFF(v74, s85); \
        PUT(1, v86); \
        const V v88 = DIFF_SUM(v74, s85); \
        PUT(12, v88); \
        const V v91 = v38 * K(0.822983865893656394579617); \
        const V v92 = FMA(v26, K(0.568064746731155802511808), v0); \
        const V v94 = FNMA(v28, K(0.354604887042535625969638), v92); \
        const V v96 = FNMA(v30, K(0.970941817426052027156982), v94); \
        const V v98 = FNMA(v32, K(0.748510748171101098634631), v96); \
        const V v100 = FMA(v34, K(0.120536680255323053349068), v98); \
        const V v102 = FMA(v36, K(0.885456025653209895900376), v100); \
        const V v105 = FMA(v40, K(0.935016242685414823439785), v91); \
        const V v107 = FMA(v42, K(0.239315664287557767148754), v105); \
        const V v109 = FNMA(v44, K(0.663122658240795202376785), v107); \
        const V v111 = FNMA(v46, K(0.992708874098053992800752), v109); \
        const V v113 = FNMA(v48, K(0.464723172043768545656015), v111); \
        const V s113 = SWAP(v113); \
        const V v114 = SUM_DIFF(v102, s113); \
        PUT(2, v114); \
        const V v116 = DIFF_SUM(v102, s113); \
        PUT(11, v116); \
        const V v119 = v38 * K(0.992708874098053992800752); \
        const V v120 = FMA(v26, K(0.120536680255323053349068), v0); \
        const V v122 = FNMA(v28, K(0.970941817426052027156982), v120); \
        const V v124 = FNMA(v30, K(0.354604887042535625969638), v122); \
        const V v126 = FMA(v32, K(0.885456025653209895900376), v124); \
        const V v128 = FMA(v34, K(0.568064746731155802511808), v126); \
        const V v130 = FNMA(v36, K(0.748510748171101098634631), v128); \
        const V v133 = FMA(v40, K(0.239315664287557767148754), v119); \
        const V v135 = FNMA(v42, K(0.935016242685414823439785), v133); \
        const V v137 = FNMA(v44, K(0.464723172043768545656015), v135); \
        const V v139 = FMA(v46, K(0.822983865893656394579617), v137); \
        const V v141 = FMA(v48, K(0.663122658240795202376785), v139); \
        const V s141 = SWAP(v141); \
        const V v142 = SUM_DIFF(v130, s141); \
        PUT(3, v142); \
        const V v144 = DIFF_SUM(v130, s141); \
        PUT(10, v144); \
        const V v147 = v38 * K(0.935016242685414823439785); \
        const V v148 = FNMA(v26, K(0.354604887042535625969638), v0); \
        const V v150 = FNMA(v28, K(0.748510748171101098634631), v148); \
        const V v152 = FMA(v30, K(0.885456025653209895900376), v150); \
        const V v154 = FMA(v32, K(0.120536680255323053349068), v152); \
        const V v156 = FNMA(v34, K(0.970941817426052027156982), v154); \
        const V v158 = FMA(v36, K(0.568064746731155802511808), v156); \
        const V v161 = FNMA(v40, K(0.663122658240795202376785), v147); \
        const V v163 = FNMA(v42, K(0.464723172043768545656015), v161); \
        const V v165 = FMA(v44, K(0.992708874098053992800752), v163); \
        const V v167 = FNMA(v46, K(0.239315664287557767148754), v165); \
        const V v169 = FNMA(v48, K(0.822983865893656394579617), v167); \
        const V s169 = SWAP(v169); \
        const V v170 = SUM_DIFF(v158, s169); \
        PUT(4, v170); \
        const V v172 = DIFF_SUM(v158, s169); \
        PUT(9, v172); \
        const V v175 = v38 * K(0.663122658240795202376785); \
        const V v176 = FNMA(v26, K(0.748510748171101098634631), v0); \
        const V v178 = FMA(v28, K(0.120536680255323053349068), v176); \
        const V v180 = FMA(v30, K(0.568064746731155802511808), v178); \
        const V v182 = FNMA(v32, K(0.970941817426052027156982), v180); \
        const V v184 = FMA(v34, K(0.885456025653209895900376), v182); \
        const V v186 = FNMA(v36, K(0.354604887042535625969638), v184); \
        const V v189 = FNMA(v40, K(0.992708874098053992800752), v175); \
        const V v191 = FMA(v42, K(0.822983865893656394579617), v189); \
        const V v193 = FNMA(v44, K(0.239315664287557767148754), v191); \
        const V v195 = FNMA(v46, K(0.464723172043768545656015), v193); \
        const V v197 = FMA(v48, K(0.935016242685414823439785), v195); \
        const V s197 = SWAP(v197); \
        const V v198 = SUM_DIFF(v186, s197); \
        PUT(5, v198); \
        const V v200 = DIFF_SUM(v186, s197); \
        PUT(8, v200); \
        const V v203 = v38 * K(0.239315664287557767148754); \
        const V v204 = FNMA(v26, K(0.970941817426052027156982), v0); \
        const V v206 = FMA(v28, K(0.885456025653209895900376), v204); \
        const V v208 = FNMA(v30, K(0.748510748171101098634631), v206); \
        const V v210 = FMA(v32, K(0.568064746731155802511808), v208); \
        const V v212 = FNMA(v34, K(0.354604887042535625969638), v210); \
        const V v214 = FMA(v36, K(0.120536680255323053349068), v212); \
        const V v217 = FNMA(v40, K(0.464723172043768545656015), v203); \
        const V v219 = FMA(v42, K(0.663122658240795202376785), v217); \
        const V v221 = FNMA(v44, K(0.822983865893656394579617), v219); \
        const V v223 = FMA(v46, K(0.935016242685414823439785), v221); \
        const V v225 = FNMA(v48, K(0.992708874098053992800752), v223); \
        const V s225 = SWAP(v225); \
        const V v226 = SUM_DIFF(v214, s225); \
        PUT(6, v226); \
        const V v228 = DIFF_SUM(v214, s225); \
        PUT(7, v228); \
    } while (0)

/* 32 additions, 42 multiply-adds, 0 multiplications, 6 exchanges */
#define TFK_PAIRS_DFT_14(GET, PUT) \
    do { \
        V v0; \
        GET(0, v0); \
        V v14; \
        GET(7, v14); \
        const V v28 = v0 + v14; \
        const V v30 = v0 - v14; \
        V v4; \
        GET(2, v4); \
        V v18; \
        GET(9, v18); \
        const V v32 = v4 + v18; \
        const V v34 = v4 - v18; \
        V v8; \
        GET(4, v8); \
        V v22; \
        GET(11, v22); \
        const V v36 = v8 + v22; \
        const V v38 = v8 - v22; \
        V v12; \
        GET(6, v12); \
        V v26; \
        GET(13, v26); \
        const V v40 = v12 + v26; \
        const V v42 = v12 - v26; \
        V v2; \
        GET(1, v2); \
        V v16; \
        GET(8, v16); \
        const V v44 = v2 + v16; \
        const V v46 = v2 - v16; \
        V v6; \
        GET(3, v6); \
        V v20; \
        GET(10, v20); \
        const V v48 = v6 + v20; \
        const V v50 = v6 - v20; \
        V v10; \
        GET(5, v10); \
        V v24; \
        GET(12, v24); \
        const V v52 = v10 + v24; \
        const V v54 = v10 - v24; \
        const V v56 = v32 + v52; \
        const V v58 = v36 + v48; \
        const V v60 = v40 + v44; \
        const V v62 = v32 - v52; \
        const V v64 = v36 - v48; \
        const V v66 = v40 - v44; \
        const V v68 = v28 + v56; \
        const V v69 = v58 + v68; \
        const V v70 = v60 + v69; \
        PUT(0, v70); \
        const V v74 = FMA(v56, K(0.623489801858733530525005), v28); \
        const V v76 = FNMA(v58, K(0.222520933956314404288903), v74); \
        const V v78 = FNMA(v60, K(0.900968867902419126236102), v76); \
        const V v81 = FMA(v62, K(0.801937735804838252472205), v64); \
        const V v83 = FMA(v66, K(0.445041867912628808577805), v81); \
        const V s83 = SWAP(v83); \
        const V v84 = FMA(s83, K_MIXED(0.974927912181823607018132), v78); \
        PUT(8, v84); \
        const V v86 = FNMA(s83, K_MIXED(0.974927912181823607018132), v78); \
        PUT(6, v86); \
        const V v88 = FNMA(v56, K(0.222520933956314404288903), v28); \
        const V v90 = FNMA(v58, K(0.900968867902419126236102), v88); \
        const V v92 = FMA(v60, K(0.623489801858733530525005), v90); \
        const V v95 = FNMA(v64, K(0.445041867912628808577805), v62); \
        const V v97 = FNMA(v66, K(0.801937735804838252472205), v95); \
        const V s97 = SWAP(v97); \
        const V v98 = FMA(s97, K_MIXED(0.974927912181823607018132), v92); \
        PUT(2, v98); \
        const V v100 = FNMA(s97, K_MIXED(0.974927912181823607018132), v92); \
        PUT(12, v100); \
        const V v102 = FNMA(v56, K(0.900968867902419126236102), v28); \
        const V v104 = FMA(v58, K(0.623489801858733530525005), v102); \
        const V v106 = FNMA(v60, K(0.222520933956314404288903), v104); \
        const V v109 = FNMA(v62, K(0.554958132087371191422195), v64); \
        const V v111 = FNMA(v109, K(0.801937735804838252472205), v66); \
        const V s111 = SWAP(v111); \
        const V v112 = FMA(s111, K_MIXED(0.974927912181823607018132), v106); \
        PUT(10, v112); \
        const V v114 = FNMA(s111, K_MIXED(0.974927912181823607018132), v106); \
        PUT(4, v114); \
        const V v116 = v34 - v54; \
        const V v118 = v38 - v50; \
        const V v120 = v42 - v46; \
        const V v122 = v34 + v54; \
        const V v124 = v38 + v50; \
        const V v126 = v42 + v46; \
        const V v128 = v30 + v116; \
        const V v129 = v118 + v128; \
        const V v130 = v120 + v129; \
        PUT(7, v130); \
        const V v134 = FMA(v116, K(0.623489801858733530525005), v30); \
        const V v136 = FNMA(v118, K(0.222520933956314404288903), v134); \
        const V v138 = FNMA(v120, K(0.900968867902419126236102), v136); \
        const V v141 = FMA(v122, K(0.801937735804838252472205), v124); \
        const V v143 = FMA(v126, K(0.445041867912628808577805), v141); \
        const V s143 = SWAP(v143); \
        const V v144 = FMA(s143, K_MIXED(0.974927912181823607018132), v138); \
        PUT(1, v144); \
        const V v146 = FNMA(s143, K_MIXED(0.974927912181823607018132), v138); \
        PUT(13, v146); \
        const V v148 = FNMA(v116, K(0.222520933956314404288903), v30); \
        const V v150 = FNMA(v118, K(0.900968867902419126236102), v148); \
        const V v152 = FMA(v120, K(0.623489801858733530525005), v150); \
        const V v155 = FNMA(v124, K(0.445041867912628808577805), v122); \
        const V v157 = FNMA(v126, K(0.801937735804838252472205), v155); \
        const V s157 = SWAP(v157); \
        const V v158 = FMA(s157, K_MIXED(0.974927912181823607018132), v152); \
        PUT(9, v158); \
        const V v160 = FNMA(s157, K_MIXED(0.974927912181823607018132), v152); \
        PUT(5, v160); \
        const V v162 = FNMA(v116, K(0.900968867902419126236102), v30); \
        const V v164 = FMA(v118, K(0.623489801858733530525005), v162); \
        const V v166 = FNMA(v120, K(0.222520933956314404288903), v164); \
        const V v169 = FNMA(v122, K(0.554958132087371191422195), v124); \
        const V v171 = FNMA(v169, K(0.801937735804838252472205), v126); \
        const V s171 = SWAP(v171); \
        const V v172 = FMA(s171, K_MIXED(0.974927912181823607018132), v166); \
        PUT(3, v172); \
        const V v174 = FNMA(s171, K_MIXED(0.974927912181823607018132), v166); \
        PUT(11, v174); \
    } while (0)

/* 33 additions, 45 multiply-adds, 0 multiplications, 11 exchanges */
#define TFK_PAIRS_DFT_15(GET, PUT) \
    do { \
        V v10; \
        GET(5, v10); \
        V v20; \
        GET(10, v20); \
        const V v30 = v10 + v20; \
        const V v32 = v10 - v20; \
        V v0; \
        GET(0, v0); \
        const V v34 = v0 + v30; \
        const V v35 = FNMA(v30, K(0.5), v0); \
        const V s32 = SWAP(v32); \
        const V v36 = FMA(s32, K_MIXED(0.866025403784438646763723), v35); \
        const V v37 = FNMA(s32, K_MIXED(0.866025403784438646763723), v35); \
        V v16; \
        GET(8, v16); \
        V v26; \
        GET(13, v26); \
        const V v42 = v16 + v26; \
        const V v44 = v16 - v26; \
        V v6; \
        GET(3, v6); \
        const V v46 = v6 + v42; \
        const V v47 = FNMA(v42, K(0.5), v6); \
        const V s44 = SWAP(v44); \
        const V v48 = FMA(s44, K_MIXED(0.866025403784438646763723), v47); \
        const V v49 = FNMA(s44, K_MIXED(0.866025403784438646763723), v47); \
        V v2; \
        GET(1, v2); \
        V v22; \
        GET(11, v22); \
        const V v54 = v2 + v22; \
        const V v56 = v2 - v22; \
        V v12; \
        GET(6, v12); \
        const V v58 = v12 + v54; \
        const V v59 = FNMA(v54, K(0.5), v12); \
        const V s56 = SWAP(v56); \
        const V v60 = FNMA(s56, K_MIXED(0.866025403784438646763723), v59); \
        const V v61 = FMA(s56, K_MIXED(0.866025403784438646763723), v59); \
        V v8; \
        GET(4, v8); \
        V v28; \
        GET(14, v28); \
        const V v66 = v8 + v28; \
        const V v68 = v8 - v28; \
        V v18; \
        GET(9, v18); \
        const V v70 = v18 + v66; \
        const V v71 = FNMA(v66, K(0.5), v18); \
        const V s68 = SWAP(v68); \
        const V v72 = FNMA(s68, K_MIXED(0.866025403784438646763723), v71); \
        const V v73 = FMA(s68, K_MIXED(0.866025403784438646763723), v71); \
        V v4; \
        GET(2, v4); \
        V v14; \
        GET(7, v14); \
        const V v78 = v4 + v14; \
        const V v80 = v4 - v14; \
        V v24; \
        GET(12, v24); \
        const V v82 = v24 + v78; \
        const V v83 = FNMA(v78, K(0.5), v24); \
        const V s80 = SWAP(v80); \
        const V v84 = FMA(s80, K_MIXED(0.866025403784438646763723), v83); \
        const V v85 = FNMA(s80, K_MIXED(0.866025403784438646763723), v83); \
        const V v90 = v46 + v82; \
        const V v92 = v58 + v70; \
        const V v94 = v46 - v82; \
        const V v96 = v58 - v70; \
        const V v98 = v34 + v90; \
        const V v99 = v92 + v98; \
        PUT(0, v99); \
        const V v100 = FMA(v90, K(0.309016994374947424102293), v34); \
        const V v101 = FNMA(v92, K(0.809016994374947424102293), v100); \
        const V v114 = FMA(v96, K(0.618033988749894848204587), v94); \
        const V s114 = SWAP(v114); \
        const V v103 = FMA(s114, K_MIXED(0.951056516295153572116439), v101); \
        PUT(6, v103); \
        const V v104 = FNMA(s114, K_MIXED(0.951056516295153572116439), v101); \
        PUT(9, v104); \
        const V v105 = FNMA(v90, K(0.809016994374947424102293), v34); \
        const V v106 = FMA(v92, K(0.309016994374947424102293), v105); \
        const V v119 = FNMA(v94, K(0.618033988749894848204587), v96); \
        const V s119 = SWAP(v119); \
        const V v108 = FNMA(s119, K_MIXED(0.951056516295153572116439), v106); \
        PUT(12, v108); \
        const V v109 = FMA(s119, K_MIXED(0.951056516295153572116439), v106); \
        PUT(3, v109); \
        const V v122 = v48 + v84; \
        const V v124 = v60 + v72; \
        const V v126 = v48 - v84; \
        const V v128 = v60 - v72; \
        const V v130 = v36 + v122; \
        const V v131 = v124 + v130; \
        PUT(10, v131); \
        const V v132 = FMA(v122, K(0.309016994374947424102293), v36); \
        const V v133 = FNMA(v124, K(0.809016994374947424102293), v132); \
        const V v146 = FMA(v128, K(0.618033988749894848204587), v126); \
        const V s146 = SWAP(v146); \
        const V v135 = FMA(s146, K_MIXED(0.951056516295153572116439), v133); \
        PUT(1, v135); \
        const V v136 = FNMA(s146, K_MIXED(0.951056516295153572116439), v133); \
        PUT(4, v136); \
        const V v137 = FNMA(v122, K(0.809016994374947424102293), v36); \
        const V v138 = FMA(v124, K(0.309016994374947424102293), v137); \
        const V v151 = FNMA(v126, K(0.618033988749894848204587), v128); \
        const V s151 = SWAP(v151); \
        const V v140 = FNMA(s151, K_MIXED(0.951056516295153572116439), v138); \
        PUT(7, v140); \
        const V v141 = FMA(s151, K_MIXED(0.951056516295153572116439), v138); \
        PUT(13, v141); \
        const V v154 = v49 + v85; \
        const V v156 = v61 + v73; \
        const V v158 = v49 - v85; \
        const V v160 = v61 - v73; \
        const V v162 = v37 + v154; \
        const V v163 = v156 + v162; \
        PUT(5, v163); \
        const V v164 = FMA(v154, K(0.309016994374947424102293), v37); \
        const V v165 = FNMA(v156, K(0.809016994374947424102293), v164); \
        const V v178 = FMA(v160, K(0.618033988749894848204587), v158); \
        const V s178 = SWAP(v178); \
        const V v167 = FMA(s178, K_MIXED(0.951056516295153572116439), v165); \
        PUT(11, v167); \
        const V v168 = FNMA(s178, K_MIXED(0.951056516295153572116439), v165); \
        PUT(14, v168); \
        const V v169 = FNMA(v154, K(0.809016994374947424102293), v37); \
        const V v170 = FMA(v156, K(0.309016994374947424102293), v169); \
        const V v183 = FNMA(v158, K(0.618033988749894848204587), v160); \
        const V s183 = SWAP(v183); \
        const V v172 = FNMA(s183, K_MIXED(0.951056516295153572116439), v170); \
        PUT(2, v172); \
        const V v173 = FMA(s183, K_MIXED(0.951056516295153572116439), v170); \
        PUT(8, v173); \
    } while (0)

/* 52 additions, 20 multiply-adds, 0 multiplications, 17 exchanges */
#define TFK_PAIRS_DFT_16(GET, PUT) \
    do { \
        V v0; \
        GET(0, v0); \
        V v16; \
        GET(8, v16); \
        const V v32 = v0 + v16; \
        const V v34 = v0 - v16; \
        V v8; \
        GET(4, v8); \
        V v24; \
        GET(12, v24); \
        const V v36 = v8 + v24; \
        const V v38 = v8 - v24; \
        const V v40 = v32 + v36; \
        const V s38 = SWAP(v38); \
        const V v42 = SUM_DIFF(v34, s38); \
        const V v44 = v32 - v36; \
        const V v46 = DIFF_SUM(v34, s38); \
        V v2; \
        GET(1, v2); \
        V v18; \
        GET(9, v18); \
        const V v48 = v2 + v18; \
        const V v50 = v2 - v18; \
        V v10; \
        GET(5, v10); \
        V v26; \
        GET(13, v26); \
        const V v52 = v10 + v26; \
        const V v54 = v10 - v26; \
        const V v56 = v48 + v52; \
        const V s54 = SWAP(v54); \
        const V v58 = SUM_DIFF(v50, s54); \
        const V v60 = v48 - v52; \
        const V v62 = DIFF_SUM(v50, s54); \
        V v4; \
        GET(2, v4); \
        V v20; \
        GET(10, v20); \
        const V v64 = v4 + v20; \
        const V v66 = v4 - v20; \
        V v12; \
        GET(6, v12); \
        V v28; \
        GET(14, v28); \
        const V v68 = v12 + v28; \
        const V v70 = v12 - v28; \
        const V v72 = v64 + v68; \
        const V s70 = SWAP(v70); \
        const V v74 = SUM_DIFF(v66, s70); \
        const V v76 = v64 - v68; \
        const V v78 = DIFF_SUM(v66, s70); \
        V v6; \
        GET(3, v6); \
        V v22; \
        GET(11, v22); \
        const V v80 = v6 + v22; \
        const V v82 = v6 - v22; \
        V v14; \
        GET(7, v14); \
        V v30; \
        GET(15, v30); \
        const V v84 = v14 + v30; \
        const V v86 = v14 - v30; \
        const V v88 = v80 + v84; \
        const V s86 = SWAP(v86); \
        const V v90 = SUM_DIFF(v82, s86); \
        const V v92 = v80 - v84; \
        const V v94 = DIFF_SUM(v82, s86); \
        const V v96 = v40 + v72; \
        const V v98 = v40 - v72; \
        const V v100 = v56 + v88; \
        const V v102 = v56 - v88; \
        const V v104 = v96 + v100; \
        PUT(0, v104); \
        const V s102 = SWAP(v102); \
        const V v106 = SUM_DIFF(v98, s102); \
        PUT(4, v106); \
        const V v108 = v96 - v100; \
        PUT(8, v108); \
        const V v110 = DIFF_SUM(v98, s102); \
        PUT(12, v110); \
        const V s58 = SWAP(v58); \
        const V v112 = FMA(s58, K_MIXED(0.414213562373095048801689), v58); \
        const V s74 = SWAP(v74); \
        const V v114 = SUM_DIFF(s74, v74); \
        const V s90 = SWAP(v90); \
        const V v116 = FMA(v90, K_MIXED(0.414213562373095048801689), s90); \
        const V v118 = FMA(v114, K_MIXED(0.707106781186547524400844), v42); \
        const V v120 = FNMA(v114, K_MIXED(0.707106781186547524400844), v42); \
        const V v122 = SUM_DIFF(v112, v116); \
        const V v124 = DIFF_SUM(v112, v116); \
        const V v126 = FMA(v122, K(0.923879532511286756128183), v118); \
        PUT(1, v126); \
        const V s124 = SWAP(v124); \
        const V v128 = FMA(s124, K_MIXED(0.923879532511286756128183), v120); \
        PUT(5, v128); \
        const V v130 = FNMA(v122, K(0.923879532511286756128183), v118); \
        PUT(9, v130); \
        const V v132 = FNMA(s124, K_MIXED(0.923879532511286756128183), v120); \
        PUT(13, v132); \
        const V s60 = SWAP(v60); \
        const V v134 = SUM_DIFF(s60, v60); \
        const V s92 = SWAP(v92); \
        const V v136 = DIFF_SUM(v92, s92); \
        const V s76 = SWAP(v76); \
        const V v138 = SUM_DIFF(v44, s76); \
        const V v140 = DIFF_SUM(v44, s76); \
        const V v142 = DIFF_SUM(v134, v136); \
        const V v144 = SUM_DIFF(v134, v136); \
        const V v146 = FMA(v142, K_MIXED(0.707106781186547524400844), v138); \
        PUT(2, v146); \
        const V s144 = SWAP(v144); \
        const V v148 = FNMA(s144, K(0.707106781186547524400844), v140); \
        PUT(6, v148); \
        const V v150 = FNMA(v142, K_MIXED(0.707106781186547524400844), v138); \
        PUT(10, v150); \
        const V v152 = FMA(s144, K(0.707106781186547524400844), v140); \
        PUT(14, v152); \
        const V s62 = SWAP(v62); \
        const V v154 = FMA(v62, K_MIXED(0.414213562373095048801689), s62); \
        const V s78 = SWAP(v78); \
        const V v156 = DIFF_SUM(v78, s78); \
        const V s94 = SWAP(v94); \
        const V v158 = FMA(s94, K_MIXED(0.414213562373095048801689), v94); \
        const V v160 = FNMA(v156, K(0.707106781186547524400844), v46); \
        const V v162 = FMA(v156, K(0.707106781186547524400844), v46); \
        const V v164 = DIFF_SUM(v154, v158); \
        const V v166 = SUM_DIFF(v154, v158); \
        const V v168 = FMA(v164, K_MIXED(0.923879532511286756128183), v160); \
        PUT(3, v168); \
        const V s166 = SWAP(v166); \
        const V v170 = FNMA(s166, K(0.923879532511286756128183), v162); \
        PUT(7, v170); \
        const V v172 = FNMA(v164, K_MIXED(0.923879532511286756128183), v160); \
        PUT(11, v172); \
        const V v174 = FMA(s166, K(0.923879532511286756128183), v162); \
        PUT(15, v174); \
    } while (0)

#endif
