/* dft_gen.h - written by codegen/, do not edit: see codegen/README.md.
 *
 * TFK_DFT_R(GET, PUT): X_k = sum_j x_j exp(-2 pi i j k / R). GET(j, re, im) assigns leg
 * j to two variables, PUT(k, re, im) takes result k; each is used once for every leg,
 * all GET before the first PUT. */
#ifndef TFI_CPU_DFT_GEN_H
#define TFI_CPU_DFT_GEN_H

/* 4 additions, 0 multiply-adds, 0 multiplications */
#define TFK_DFT_2(GET, PUT) \
    do { \
        V v0, v1; \
        GET(0, v0, v1); \
        V v2, v3; \
        GET(1, v2, v3); \
        const V v4 = v0 + v2; \
        const V v5 = v1 + v3; \
        PUT(0, v4, v5); \
        const V v6 = v0 - v2; \
        const V v7 = v1 - v3; \
        PUT(1, v6, v7); \
    } while (0)

/* 6 additions, 6 multiply-adds, 0 multiplications */
#define TFK_DFT_3(GET, PUT) \
    do { \
        V v2, v3; \
        GET(1, v2, v3); \
        V v4, v5; \
        GET(2, v4, v5); \
        const V v6 = v2 + v4; \
        const V v7 = v3 + v5; \
        const V v8 = v2 - v4; \
        const V v9 = v3 - v5; \
        V v0, v1; \
        GET(0, v0, v1); \
        const V v10 = v0 + v6; \
        const V v11 = FNMA(v6, K(0.5), v0); \
        const V v12 = FMA(v9, K(0.866025403784438646763723), v11); \
        const V v13 = FNMA(v9, K(0.866025403784438646763723), v11); \
        const V v14 = v1 + v7; \
        PUT(0, v10, v14); \
        const V v15 = FNMA(v7, K(0.5), v1); \
        const V v16 = FNMA(v8, K(0.866025403784438646763723), v15); \
        PUT(1, v12, v16); \
        const V v17 = FMA(v8, K(0.866025403784438646763723), v15); \
        PUT(2, v13, v17); \
    } while (0)

/* 16 additions, 0 multiply-adds, 0 multiplications */
#define TFK_DFT_4(GET, PUT) \
    do { \
        V v0, v1; \
        GET(0, v0, v1); \
        V v4, v5; \
        GET(2, v4, v5); \
        const V v8 = v0 + v4; \
        const V v9 = v1 + v5; \
        const V v10 = v0 - v4; \
        const V v11 = v1 - v5; \
        V v2, v3; \
        GET(1, v2, v3); \
        V v6, v7; \
        GET(3, v6, v7); \
        const V v12 = v2 + v6; \
        const V v13 = v3 + v7; \
        const V v14 = v2 - v6; \
        const V v15 = v3 - v7; \
        const V v16 = v8 + v12; \
        const V v17 = v9 + v13; \
        PUT(0, v16, v17); \
        const V v18 = v10 + v15; \
        const V v19 = v11 - v14; \
        PUT(1, v18, v19); \
        const V v20 = v8 - v12; \
        const V v21 = v9 - v13; \
        PUT(2, v20, v21); \
        const V v22 = v10 - v15; \
        const V v23 = v11 + v14; \
        PUT(3, v22, v23); \
    } while (0)

/* 12 additions, 20 multiply-adds, 0 multiplications */
#define TFK_DFT_5(GET, PUT) \
    do { \
        V v2, v3; \
        GET(1, v2, v3); \
        V v8, v9; \
        GET(4, v8, v9); \
        const V v10 = v2 + v8; \
        const V v11 = v3 + v9; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v6, v7; \
        GET(3, v6, v7); \
        const V v12 = v4 + v6; \
        const V v13 = v5 + v7; \
        const V v14 = v2 - v8; \
        const V v15 = v3 - v9; \
        const V v16 = v4 - v6; \
        const V v17 = v5 - v7; \
        V v0, v1; \
        GET(0, v0, v1); \
        const V v18 = v0 + v10; \
        const V v19 = v12 + v18; \
        const V v20 = FMA(v10, K(0.309016994374947424102293), v0); \
        const V v21 = FNMA(v12, K(0.809016994374947424102293), v20); \
        const V v22 = FMA(v17, K(0.618033988749894848204587), v15); \
        const V v23 = FMA(v22, K(0.951056516295153572116439), v21); \
        const V v24 = FNMA(v22, K(0.951056516295153572116439), v21); \
        const V v25 = FNMA(v10, K(0.809016994374947424102293), v0); \
        const V v26 = FMA(v12, K(0.309016994374947424102293), v25); \
        const V v27 = FNMA(v15, K(0.618033988749894848204587), v17); \
        const V v28 = FNMA(v27, K(0.951056516295153572116439), v26); \
        const V v29 = FMA(v27, K(0.951056516295153572116439), v26); \
        const V v30 = v1 + v11; \
        const V v31 = v13 + v30; \
        PUT(0, v19, v31); \
        const V v32 = FMA(v11, K(0.309016994374947424102293), v1); \
        const V v33 = FNMA(v13, K(0.809016994374947424102293), v32); \
        const V v34 = FMA(v16, K(0.618033988749894848204587), v14); \
        const V v35 = FNMA(v34, K(0.951056516295153572116439), v33); \
        PUT(1, v23, v35); \
        const V v36 = FMA(v34, K(0.951056516295153572116439), v33); \
        PUT(4, v24, v36); \
        const V v37 = FNMA(v11, K(0.809016994374947424102293), v1); \
        const V v38 = FMA(v13, K(0.309016994374947424102293), v37); \
        const V v39 = FNMA(v14, K(0.618033988749894848204587), v16); \
        const V v40 = FMA(v39, K(0.951056516295153572116439), v38); \
        PUT(2, v28, v40); \
        const V v41 = FNMA(v39, K(0.951056516295153572116439), v38); \
        PUT(3, v29, v41); \
    } while (0)

/* 24 additions, 12 multiply-adds, 0 multiplications */
#define TFK_DFT_6(GET, PUT) \
    do { \
        V v0, v1; \
        GET(0, v0, v1); \
        V v6, v7; \
        GET(3, v6, v7); \
        const V v12 = v0 + v6; \
        const V v13 = v1 + v7; \
        const V v14 = v0 - v6; \
        const V v15 = v1 - v7; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v10, v11; \
        GET(5, v10, v11); \
        const V v16 = v4 + v10; \
        const V v17 = v5 + v11; \
        const V v18 = v4 - v10; \
        const V v19 = v5 - v11; \
        V v2, v3; \
        GET(1, v2, v3); \
        V v8, v9; \
        GET(4, v8, v9); \
        const V v20 = v2 + v8; \
        const V v21 = v3 + v9; \
        const V v22 = v2 - v8; \
        const V v23 = v3 - v9; \
        const V v24 = v16 + v20; \
        const V v25 = v17 + v21; \
        const V v26 = v16 - v20; \
        const V v27 = v17 - v21; \
        const V v28 = v12 + v24; \
        const V v29 = FNMA(v24, K(0.5), v12); \
        const V v30 = FMA(v27, K(0.866025403784438646763723), v29); \
        const V v31 = FNMA(v27, K(0.866025403784438646763723), v29); \
        const V v32 = v13 + v25; \
        PUT(0, v28, v32); \
        const V v33 = FNMA(v25, K(0.5), v13); \
        const V v34 = FNMA(v26, K(0.866025403784438646763723), v33); \
        PUT(4, v30, v34); \
        const V v35 = FMA(v26, K(0.866025403784438646763723), v33); \
        PUT(2, v31, v35); \
        const V v36 = v18 - v22; \
        const V v37 = v19 - v23; \
        const V v38 = v18 + v22; \
        const V v39 = v19 + v23; \
        const V v40 = v14 + v36; \
        const V v41 = FNMA(v36, K(0.5), v14); \
        const V v42 = FMA(v39, K(0.866025403784438646763723), v41); \
        const V v43 = FNMA(v39, K(0.866025403784438646763723), v41); \
        const V v44 = v15 + v37; \
        PUT(3, v40, v44); \
        const V v45 = FNMA(v37, K(0.5), v15); \
        const V v46 = FNMA(v38, K(0.866025403784438646763723), v45); \
        PUT(1, v42, v46); \
        const V v47 = FMA(v38, K(0.866025403784438646763723), v45); \
        PUT(5, v43, v47); \
    } while (0)

/* 18 additions, 42 multiply-adds, 0 multiplications */
#define TFK_DFT_7(GET, PUT) \
    do { \
        V v2, v3; \
        GET(1, v2, v3); \
        V v12, v13; \
        GET(6, v12, v13); \
        const V v14 = v2 + v12; \
        const V v15 = v3 + v13; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v10, v11; \
        GET(5, v10, v11); \
        const V v16 = v4 + v10; \
        const V v17 = v5 + v11; \
        V v6, v7; \
        GET(3, v6, v7); \
        V v8, v9; \
        GET(4, v8, v9); \
        const V v18 = v6 + v8; \
        const V v19 = v7 + v9; \
        const V v20 = v2 - v12; \
        const V v21 = v3 - v13; \
        const V v22 = v4 - v10; \
        const V v23 = v5 - v11; \
        const V v24 = v6 - v8; \
        const V v25 = v7 - v9; \
        V v0, v1; \
        GET(0, v0, v1); \
        const V v26 = v0 + v14; \
        const V v27 = v16 + v26; \
        const V v28 = v18 + v27; \
        const V v29 = v1 + v15; \
        const V v30 = v17 + v29; \
        const V v31 = v19 + v30; \
        PUT(0, v28, v31); \
        const V v32 = FMA(v14, K(0.623489801858733530525005), v0); \
        const V v33 = FMA(v15, K(0.623489801858733530525005), v1); \
        const V v34 = FMA(v16, K(-0.222520933956314404288903), v32); \
        const V v35 = FMA(v17, K(-0.222520933956314404288903), v33); \
        const V v36 = FMA(v18, K(-0.900968867902419126236102), v34); \
        const V v37 = FMA(v19, K(-0.900968867902419126236102), v35); \
        const V v38 = FMA(v21, K(0.801937735804838252472205), v23); \
        const V v39 = FMA(v20, K(0.801937735804838252472205), v22); \
        const V v40 = FMA(v25, K(0.445041867912628808577805), v38); \
        const V v41 = FMA(v24, K(0.445041867912628808577805), v39); \
        const V v42 = FMA(v40, K(0.974927912181823607018132), v36); \
        const V v43 = FNMA(v41, K(0.974927912181823607018132), v37); \
        PUT(1, v42, v43); \
        const V v44 = FNMA(v40, K(0.974927912181823607018132), v36); \
        const V v45 = FMA(v41, K(0.974927912181823607018132), v37); \
        PUT(6, v44, v45); \
        const V v46 = FMA(v14, K(-0.222520933956314404288903), v0); \
        const V v47 = FMA(v15, K(-0.222520933956314404288903), v1); \
        const V v48 = FMA(v16, K(-0.900968867902419126236102), v46); \
        const V v49 = FMA(v17, K(-0.900968867902419126236102), v47); \
        const V v50 = FMA(v18, K(0.623489801858733530525005), v48); \
        const V v51 = FMA(v19, K(0.623489801858733530525005), v49); \
        const V v52 = FNMA(v23, K(0.445041867912628808577805), v21); \
        const V v53 = FNMA(v22, K(0.445041867912628808577805), v20); \
        const V v54 = FNMA(v25, K(0.801937735804838252472205), v52); \
        const V v55 = FNMA(v24, K(0.801937735804838252472205), v53); \
        const V v56 = FMA(v54, K(0.974927912181823607018132), v50); \
        const V v57 = FNMA(v55, K(0.974927912181823607018132), v51); \
        PUT(2, v56, v57); \
        const V v58 = FNMA(v54, K(0.974927912181823607018132), v50); \
        const V v59 = FMA(v55, K(0.974927912181823607018132), v51); \
        PUT(5, v58, v59); \
        const V v60 = FMA(v14, K(-0.900968867902419126236102), v0); \
        const V v61 = FMA(v15, K(-0.900968867902419126236102), v1); \
        const V v62 = FMA(v16, K(0.623489801858733530525005), v60); \
        const V v63 = FMA(v17, K(0.623489801858733530525005), v61); \
        const V v64 = FMA(v18, K(-0.222520933956314404288903), v62); \
        const V v65 = FMA(v19, K(-0.222520933956314404288903), v63); \
        const V v66 = FNMA(v21, K(0.554958132087371191422195), v23); \
        const V v67 = FNMA(v20, K(0.554958132087371191422195), v22); \
        const V v68 = FNMA(v66, K(0.801937735804838252472205), v25); \
        const V v69 = FNMA(v67, K(0.801937735804838252472205), v24); \
        const V v70 = FMA(v68, K(0.974927912181823607018132), v64); \
        const V v71 = FNMA(v69, K(0.974927912181823607018132), v65); \
        PUT(3, v70, v71); \
        const V v72 = FNMA(v68, K(0.974927912181823607018132), v64); \
        const V v73 = FMA(v69, K(0.974927912181823607018132), v65); \
        PUT(4, v72, v73); \
    } while (0)

/* 44 additions, 8 multiply-adds, 0 multiplications */
#define TFK_DFT_8(GET, PUT) \
    do { \
        V v0, v1; \
        GET(0, v0, v1); \
        V v8, v9; \
        GET(4, v8, v9); \
        const V v16 = v0 + v8; \
        const V v17 = v1 + v9; \
        const V v18 = v0 - v8; \
        const V v19 = v1 - v9; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v12, v13; \
        GET(6, v12, v13); \
        const V v20 = v4 + v12; \
        const V v21 = v5 + v13; \
        const V v22 = v4 - v12; \
        const V v23 = v5 - v13; \
        const V v24 = v16 + v20; \
        const V v25 = v17 + v21; \
        const V v26 = v18 + v23; \
        const V v27 = v19 - v22; \
        const V v28 = v16 - v20; \
        const V v29 = v17 - v21; \
        const V v30 = v18 - v23; \
        const V v31 = v19 + v22; \
        V v2, v3; \
        GET(1, v2, v3); \
        V v10, v11; \
        GET(5, v10, v11); \
        const V v32 = v2 + v10; \
        const V v33 = v3 + v11; \
        const V v34 = v2 - v10; \
        const V v35 = v3 - v11; \
        V v6, v7; \
        GET(3, v6, v7); \
        V v14, v15; \
        GET(7, v14, v15); \
        const V v36 = v6 + v14; \
        const V v37 = v7 + v15; \
        const V v38 = v6 - v14; \
        const V v39 = v7 - v15; \
        const V v40 = v32 + v36; \
        const V v41 = v33 + v37; \
        const V v42 = v34 + v39; \
        const V v43 = v35 - v38; \
        const V v44 = v32 - v36; \
        const V v45 = v33 - v37; \
        const V v46 = v34 - v39; \
        const V v47 = v35 + v38; \
        const V v48 = v24 + v40; \
        const V v49 = v25 + v41; \
        PUT(0, v48, v49); \
        const V v50 = v24 - v40; \
        const V v51 = v25 - v41; \
        PUT(4, v50, v51); \
        const V v52 = v42 + v43; \
        const V v53 = v42 - v43; \
        const V v54 = FMA(v52, K(0.707106781186547524400844), v26); \
        const V v55 = FNMA(v53, K(0.707106781186547524400844), v27); \
        PUT(1, v54, v55); \
        const V v56 = FNMA(v52, K(0.707106781186547524400844), v26); \
        const V v57 = FMA(v53, K(0.707106781186547524400844), v27); \
        PUT(5, v56, v57); \
        const V v58 = v28 + v45; \
        const V v59 = v29 - v44; \
        PUT(2, v58, v59); \
        const V v60 = v28 - v45; \
        const V v61 = v29 + v44; \
        PUT(6, v60, v61); \
        const V v62 = v46 - v47; \
        const V v63 = v46 + v47; \
        const V v64 = FNMA(v62, K(0.707106781186547524400844), v30); \
        const V v65 = FNMA(v63, K(0.707106781186547524400844), v31); \
        PUT(3, v64, v65); \
        const V v66 = FMA(v62, K(0.707106781186547524400844), v30); \
        const V v67 = FMA(v63, K(0.707106781186547524400844), v31); \
        PUT(7, v66, v67); \
    } while (0)

/* 24 additions, 56 multiply-adds, 0 multiplications */
#define TFK_DFT_9(GET, PUT) \
    do { \
        V v6, v7; \
        GET(3, v6, v7); \
        V v12, v13; \
        GET(6, v12, v13); \
        const V v18 = v6 + v12; \
        const V v19 = v7 + v13; \
        const V v20 = v6 - v12; \
        const V v21 = v7 - v13; \
        V v0, v1; \
        GET(0, v0, v1); \
        const V v22 = v0 + v18; \
        const V v23 = FNMA(v18, K(0.5), v0); \
        const V v24 = FMA(v21, K(0.866025403784438646763723), v23); \
        const V v25 = FNMA(v21, K(0.866025403784438646763723), v23); \
        const V v26 = v1 + v19; \
        const V v27 = FNMA(v19, K(0.5), v1); \
        const V v28 = FNMA(v20, K(0.866025403784438646763723), v27); \
        const V v29 = FMA(v20, K(0.866025403784438646763723), v27); \
        V v8, v9; \
        GET(4, v8, v9); \
        V v14, v15; \
        GET(7, v14, v15); \
        const V v30 = v8 + v14; \
        const V v31 = v9 + v15; \
        const V v32 = v8 - v14; \
        const V v33 = v9 - v15; \
        V v2, v3; \
        GET(1, v2, v3); \
        const V v34 = v2 + v30; \
        const V v35 = FNMA(v30, K(0.5), v2); \
        const V v36 = FMA(v33, K(0.866025403784438646763723), v35); \
        const V v37 = FNMA(v33, K(0.866025403784438646763723), v35); \
        const V v38 = v3 + v31; \
        const V v39 = FNMA(v31, K(0.5), v3); \
        const V v40 = FNMA(v32, K(0.866025403784438646763723), v39); \
        const V v41 = FMA(v32, K(0.866025403784438646763723), v39); \
        V v10, v11; \
        GET(5, v10, v11); \
        V v16, v17; \
        GET(8, v16, v17); \
        const V v42 = v10 + v16; \
        const V v43 = v11 + v17; \
        const V v44 = v10 - v16; \
        const V v45 = v11 - v17; \
        V v4, v5; \
        GET(2, v4, v5); \
        const V v46 = v4 + v42; \
        const V v47 = FNMA(v42, K(0.5), v4); \
        const V v48 = FMA(v45, K(0.866025403784438646763723), v47); \
        const V v49 = FNMA(v45, K(0.866025403784438646763723), v47); \
        const V v50 = v5 + v43; \
        const V v51 = FNMA(v43, K(0.5), v5); \
        const V v52 = FNMA(v44, K(0.866025403784438646763723), v51); \
        const V v53 = FMA(v44, K(0.866025403784438646763723), v51); \
        const V v54 = v34 + v46; \
        const V v55 = v38 + v50; \
        const V v56 = v34 - v46; \
        const V v57 = v38 - v50; \
        const V v58 = v22 + v54; \
        const V v59 = FNMA(v54, K(0.5), v22); \
        const V v60 = FMA(v57, K(0.866025403784438646763723), v59); \
        const V v61 = FNMA(v57, K(0.866025403784438646763723), v59); \
        const V v62 = v26 + v55; \
        PUT(0, v58, v62); \
        const V v63 = FNMA(v55, K(0.5), v26); \
        const V v64 = FNMA(v56, K(0.866025403784438646763723), v63); \
        PUT(3, v60, v64); \
        const V v65 = FMA(v56, K(0.866025403784438646763723), v63); \
        PUT(6, v61, v65); \
        const V v66 = FMA(v40, K(0.839099631177280011763127), v36); \
        const V v67 = FNMA(v36, K(0.839099631177280011763127), v40); \
        const V v68 = FMA(v48, K(0.17632698070846497347109), v52); \
        const V v69 = FNMA(v52, K(0.17632698070846497347109), v48); \
        const V v70 = FMA(v66, K(0.777861913430206160028178), v68); \
        const V v71 = FNMA(v67, K(0.777861913430206160028178), v69); \
        const V v72 = FNMA(v66, K(0.777861913430206160028178), v68); \
        const V v73 = FMA(v67, K(0.777861913430206160028178), v69); \
        const V v74 = FMA(v70, K(0.984807753012208059366743), v24); \
        const V v75 = FNMA(v70, K(0.492403876506104029683372), v24); \
        const V v76 = FMA(v73, K(0.852868531952443209628251), v75); \
        const V v77 = FNMA(v73, K(0.852868531952443209628251), v75); \
        const V v78 = FNMA(v71, K(0.984807753012208059366743), v28); \
        PUT(1, v74, v78); \
        const V v79 = FMA(v71, K(0.492403876506104029683372), v28); \
        const V v80 = FMA(v72, K(0.852868531952443209628251), v79); \
        PUT(4, v76, v80); \
        const V v81 = FNMA(v72, K(0.852868531952443209628251), v79); \
        PUT(7, v77, v81); \
        const V v82 = FMA(v37, K(0.17632698070846497347109), v41); \
        const V v83 = FNMA(v41, K(0.17632698070846497347109), v37); \
        const V v84 = FNMA(v53, K(0.363970234266202361351048), v49); \
        const V v85 = FMA(v49, K(0.363970234266202361351048), v53); \
        const V v86 = FNMA(v84, K(0.954188894138671133499268), v82); \
        const V v87 = FMA(v85, K(0.954188894138671133499268), v83); \
        const V v88 = FMA(v84, K(0.954188894138671133499268), v82); \
        const V v89 = FNMA(v85, K(0.954188894138671133499268), v83); \
        const V v90 = FMA(v86, K(0.984807753012208059366743), v25); \
        const V v91 = FNMA(v86, K(0.492403876506104029683372), v25); \
        const V v92 = FNMA(v89, K(0.852868531952443209628251), v91); \
        const V v93 = FMA(v89, K(0.852868531952443209628251), v91); \
        const V v94 = FNMA(v87, K(0.984807753012208059366743), v29); \
        PUT(2, v90, v94); \
        const V v95 = FMA(v87, K(0.492403876506104029683372), v29); \
        const V v96 = FNMA(v88, K(0.852868531952443209628251), v95); \
        PUT(5, v92, v96); \
        const V v97 = FMA(v88, K(0.852868531952443209628251), v95); \
        PUT(8, v93, v97); \
    } while (0)

/* 44 additions, 40 multiply-adds, 0 multiplications */
#define TFK_DFT_10(GET, PUT) \
    do { \
        V v0, v1; \
        GET(0, v0, v1); \
        V v10, v11; \
        GET(5, v10, v11); \
        const V v20 = v0 + v10; \
        const V v21 = v1 + v11; \
        const V v22 = v0 - v10; \
        const V v23 = v1 - v11; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v14, v15; \
        GET(7, v14, v15); \
        const V v24 = v4 + v14; \
        const V v25 = v5 + v15; \
        const V v26 = v4 - v14; \
        const V v27 = v5 - v15; \
        V v8, v9; \
        GET(4, v8, v9); \
        V v18, v19; \
        GET(9, v18, v19); \
        const V v28 = v8 + v18; \
        const V v29 = v9 + v19; \
        const V v30 = v8 - v18; \
        const V v31 = v9 - v19; \
        V v2, v3; \
        GET(1, v2, v3); \
        V v12, v13; \
        GET(6, v12, v13); \
        const V v32 = v2 + v12; \
        const V v33 = v3 + v13; \
        const V v34 = v2 - v12; \
        const V v35 = v3 - v13; \
        V v6, v7; \
        GET(3, v6, v7); \
        V v16, v17; \
        GET(8, v16, v17); \
        const V v36 = v6 + v16; \
        const V v37 = v7 + v17; \
        const V v38 = v6 - v16; \
        const V v39 = v7 - v17; \
        const V v40 = v24 + v36; \
        const V v41 = v25 + v37; \
        const V v42 = v28 + v32; \
        const V v43 = v29 + v33; \
        const V v44 = v24 - v36; \
        const V v45 = v25 - v37; \
        const V v46 = v28 - v32; \
        const V v47 = v29 - v33; \
        const V v48 = v20 + v40; \
        const V v49 = v42 + v48; \
        const V v50 = FMA(v40, K(0.309016994374947424102293), v20); \
        const V v51 = FNMA(v42, K(0.809016994374947424102293), v50); \
        const V v52 = FMA(v47, K(0.618033988749894848204587), v45); \
        const V v53 = FMA(v52, K(0.951056516295153572116439), v51); \
        const V v54 = FNMA(v52, K(0.951056516295153572116439), v51); \
        const V v55 = FNMA(v40, K(0.809016994374947424102293), v20); \
        const V v56 = FMA(v42, K(0.309016994374947424102293), v55); \
        const V v57 = FNMA(v45, K(0.618033988749894848204587), v47); \
        const V v58 = FNMA(v57, K(0.951056516295153572116439), v56); \
        const V v59 = FMA(v57, K(0.951056516295153572116439), v56); \
        const V v60 = v21 + v41; \
        const V v61 = v43 + v60; \
        PUT(0, v49, v61); \
        const V v62 = FMA(v41, K(0.309016994374947424102293), v21); \
        const V v63 = FNMA(v43, K(0.809016994374947424102293), v62); \
        const V v64 = FMA(v46, K(0.618033988749894848204587), v44); \
        const V v65 = FNMA(v64, K(0.951056516295153572116439), v63); \
        PUT(6, v53, v65); \
        const V v66 = FMA(v64, K(0.951056516295153572116439), v63); \
        PUT(4, v54, v66); \
        const V v67 = FNMA(v41, K(0.809016994374947424102293), v21); \
        const V v68 = FMA(v43, K(0.309016994374947424102293), v67); \
        const V v69 = FNMA(v44, K(0.618033988749894848204587), v46); \
        const V v70 = FMA(v69, K(0.951056516295153572116439), v68); \
        PUT(2, v58, v70); \
        const V v71 = FNMA(v69, K(0.951056516295153572116439), v68); \
        PUT(8, v59, v71); \
        const V v72 = v26 - v38; \
        const V v73 = v27 - v39; \
        const V v74 = v30 - v34; \
        const V v75 = v31 - v35; \
        const V v76 = v26 + v38; \
        const V v77 = v27 + v39; \
        const V v78 = v30 + v34; \
        const V v79 = v31 + v35; \
        const V v80 = v22 + v72; \
        const V v81 = v74 + v80; \
        const V v82 = FMA(v72, K(0.309016994374947424102293), v22); \
        const V v83 = FNMA(v74, K(0.809016994374947424102293), v82); \
        const V v84 = FMA(v79, K(0.618033988749894848204587), v77); \
        const V v85 = FMA(v84, K(0.951056516295153572116439), v83); \
        const V v86 = FNMA(v84, K(0.951056516295153572116439), v83); \
        const V v87 = FNMA(v72, K(0.809016994374947424102293), v22); \
        const V v88 = FMA(v74, K(0.309016994374947424102293), v87); \
        const V v89 = FNMA(v77, K(0.618033988749894848204587), v79); \
        const V v90 = FNMA(v89, K(0.951056516295153572116439), v88); \
        const V v91 = FMA(v89, K(0.951056516295153572116439), v88); \
        const V v92 = v23 + v73; \
        const V v93 = v75 + v92; \
        PUT(5, v81, v93); \
        const V v94 = FMA(v73, K(0.309016994374947424102293), v23); \
        const V v95 = FNMA(v75, K(0.809016994374947424102293), v94); \
        const V v96 = FMA(v78, K(0.618033988749894848204587), v76); \
        const V v97 = FNMA(v96, K(0.951056516295153572116439), v95); \
        PUT(1, v85, v97); \
        const V v98 = FMA(v96, K(0.951056516295153572116439), v95); \
        PUT(9, v86, v98); \
        const V v99 = FNMA(v73, K(0.809016994374947424102293), v23); \
        const V v100 = FMA(v75, K(0.309016994374947424102293), v99); \
        const V v101 = FNMA(v76, K(0.618033988749894848204587), v78); \
        const V v102 = FMA(v101, K(0.951056516295153572116439), v100); \
        PUT(7, v90, v102); \
        const V v103 = FNMA(v101, K(0.951056516295153572116439), v100); \
        PUT(3, v91, v103); \
    } while (0)

/* 50 additions, 90 multiply-adds, 10 multiplications */
#define TFK_DFT_11(GET, PUT) \
    do { \
        V v2, v3; \
        GET(1, v2, v3); \
        V v20, v21; \
        GET(10, v20, v21); \
        const V v22 = v2 + v20; \
        const V v23 = v3 + v21; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v18, v19; \
        GET(9, v18, v19); \
        const V v24 = v4 + v18; \
        const V v25 = v5 + v19; \
        V v6, v7; \
        GET(3, v6, v7); \
        V v16, v17; \
        GET(8, v16, v17); \
        const V v26 = v6 + v16; \
        const V v27 = v7 + v17; \
        V v8, v9; \
        GET(4, v8, v9); \
        V v14, v15; \
        GET(7, v14, v15); \
        const V v28 = v8 + v14; \
        const V v29 = v9 + v15; \
        V v10, v11; \
        GET(5, v10, v11); \
        V v12, v13; \
        GET(6, v12, v13); \
        const V v30 = v10 + v12; \
        const V v31 = v11 + v13; \
        const V v32 = v2 - v20; \
        const V v33 = v3 - v21; \
        const V v34 = v4 - v18; \
        const V v35 = v5 - v19; \
        const V v36 = v6 - v16; \
        const V v37 = v7 - v17; \
        const V v38 = v8 - v14; \
        const V v39 = v9 - v15; \
        const V v40 = v10 - v12; \
        const V v41 = v11 - v13; \
        V v0, v1; \
        GET(0, v0, v1); \
        const V v42 = v0 + v22; \
        const V v43 = v24 + v42; \
        const V v44 = v26 + v43; \
        const V v45 = v28 + v44; \
        const V v46 = v30 + v45; \
        const V v47 = v1 + v23; \
        const V v48 = v25 + v47; \
        const V v49 = v27 + v48; \
        const V v50 = v29 + v49; \
        const V v51 = v31 + v50; \
        PUT(0, v46, v51); \
        const V v52 = v33 * K(0.540640817455597582107636); \
        const V v53 = v32 * K(0.540640817455597582107636); \
        const V v54 = FMA(v22, K(0.841253532831181168861812), v0); \
        const V v55 = FMA(v23, K(0.841253532831181168861812), v1); \
        const V v56 = FMA(v24, K(0.415415013001886425529274), v54); \
        const V v57 = FMA(v25, K(0.415415013001886425529274), v55); \
        const V v58 = FMA(v26, K(-0.142314838273285140443793), v56); \
        const V v59 = FMA(v27, K(-0.142314838273285140443793), v57); \
        const V v60 = FMA(v28, K(-0.654860733945285064056925), v58); \
        const V v61 = FMA(v29, K(-0.654860733945285064056925), v59); \
        const V v62 = FMA(v30, K(-0.959492973614497389890368), v60); \
        const V v63 = FMA(v31, K(-0.959492973614497389890368), v61); \
        const V v64 = FMA(v35, K(0.909631995354518371411715), v52); \
        const V v65 = FMA(v34, K(0.909631995354518371411715), v53); \
        const V v66 = FMA(v37, K(0.989821441880932732376092), v64); \
        const V v67 = FMA(v36, K(0.989821441880932732376092), v65); \
        const V v68 = FMA(v39, K(0.755749574354258283774036), v66); \
        const V v69 = FMA(v38, K(0.755749574354258283774036), v67); \
        const V v70 = FMA(v41, K(0.281732556841429697711418), v68); \
        const V v71 = FMA(v40, K(0.281732556841429697711418), v69); \
        const V v72 = v62 + v70; \
        const V v73 = v63 - v71; \
        PUT(1, v72, v73); \
        const V v74 = v62 - v70; \
        const V v75 = v63 + v71; \
        PUT(10, v74, v75); \
        const V v76 = v33 * K(0.909631995354518371411715); \
        const V v77 = v32 * K(0.909631995354518371411715); \
        const V v78 = FMA(v22, K(0.415415013001886425529274), v0); \
        const V v79 = FMA(v23, K(0.415415013001886425529274), v1); \
        const V v80 = FMA(v24, K(-0.654860733945285064056925), v78); \
        const V v81 = FMA(v25, K(-0.654860733945285064056925), v79); \
        const V v82 = FMA(v26, K(-0.959492973614497389890368), v80); \
        const V v83 = FMA(v27, K(-0.959492973614497389890368), v81); \
        const V v84 = FMA(v28, K(-0.142314838273285140443793), v82); \
        const V v85 = FMA(v29, K(-0.142314838273285140443793), v83); \
        const V v86 = FMA(v30, K(0.841253532831181168861812), v84); \
        const V v87 = FMA(v31, K(0.841253532831181168861812), v85); \
        const V v88 = FMA(v35, K(0.755749574354258283774036), v76); \
        const V v89 = FMA(v34, K(0.755749574354258283774036), v77); \
        const V v90 = FMA(v37, K(-0.281732556841429697711418), v88); \
        const V v91 = FMA(v36, K(-0.281732556841429697711418), v89); \
        const V v92 = FMA(v39, K(-0.989821441880932732376092), v90); \
        const V v93 = FMA(v38, K(-0.989821441880932732376092), v91); \
        const V v94 = FMA(v41, K(-0.540640817455597582107636), v92); \
        const V v95 = FMA(v40, K(-0.540640817455597582107636), v93); \
        const V v96 = v86 + v94; \
        const V v97 = v87 - v95; \
        PUT(2, v96, v97); \
        const V v98 = v86 - v94; \
        const V v99 = v87 + v95; \
        PUT(9, v98, v99); \
        const V v100 = v33 * K(0.989821441880932732376092); \
        const V v101 = v32 * K(0.989821441880932732376092); \
        const V v102 = FMA(v22, K(-0.142314838273285140443793), v0); \
        const V v103 = FMA(v23, K(-0.142314838273285140443793), v1); \
        const V v104 = FMA(v24, K(-0.959492973614497389890368), v102); \
        const V v105 = FMA(v25, K(-0.959492973614497389890368), v103); \
        const V v106 = FMA(v26, K(0.415415013001886425529274), v104); \
        const V v107 = FMA(v27, K(0.415415013001886425529274), v105); \
        const V v108 = FMA(v28, K(0.841253532831181168861812), v106); \
        const V v109 = FMA(v29, K(0.841253532831181168861812), v107); \
        const V v110 = FMA(v30, K(-0.654860733945285064056925), v108); \
        const V v111 = FMA(v31, K(-0.654860733945285064056925), v109); \
        const V v112 = FMA(v35, K(-0.281732556841429697711418), v100); \
        const V v113 = FMA(v34, K(-0.281732556841429697711418), v101); \
        const V v114 = FMA(v37, K(-0.909631995354518371411715), v112); \
        const V v115 = FMA(v36, K(-0.909631995354518371411715), v113); \
        const V v116 = FMA(v39, K(0.540640817455597582107636), v114); \
        const V v117 = FMA(v38, K(0.540640817455597582107636), v115); \
        const V v118 = FMA(v41, K(0.755749574354258283774036), v116); \
        const V v119 = FMA(v40, K(0.755749574354258283774036), v117); \
        const V v120 = v110 + v118; \
        const V v121 = v111 - v119; \
        PUT(3, v120, v121); \
        const V v122 = v110 - v118; \
        const V v123 = v111 + v119; \
        PUT(8, v122, v123); \
        const V v124 = v33 * K(0.755749574354258283774036); \
        const V v125 = v32 * K(0.755749574354258283774036); \
        const V v126 = FMA(v22, K(-0.654860733945285064056925), v0); \
        const V v127 = FMA(v23, K(-0.654860733945285064056925), v1); \
        const V v128 = FMA(v24, K(-0.142314838273285140443793), v126); \
        const V v129 = FMA(v25, K(-0.142314838273285140443793), v127); \
        const V v130 = FMA(v26, K(0.841253532831181168861812), v128); \
        const V v131 = FMA(v27, K(0.841253532831181168861812), v129); \
        const V v132 = FMA(v28, K(-0.959492973614497389890368), v130); \
        const V v133 = FMA(v29, K(-0.959492973614497389890368), v131); \
        const V v134 = FMA(v30, K(0.415415013001886425529274), v132); \
        const V v135 = FMA(v31, K(0.415415013001886425529274), v133); \
        const V v136 = FMA(v35, K(-0.989821441880932732376092), v124); \
        const V v137 = FMA(v34, K(-0.989821441880932732376092), v125); \
        const V v138 = FMA(v37, K(0.540640817455597582107636), v136); \
        const V v139 = FMA(v36, K(0.540640817455597582107636), v137); \
        const V v140 = FMA(v39, K(0.281732556841429697711418), v138); \
        const V v141 = FMA(v38, K(0.281732556841429697711418), v139); \
        const V v142 = FMA(v41, K(-0.909631995354518371411715), v140); \
        const V v143 = FMA(v40, K(-0.909631995354518371411715), v141); \
        const V v144 = v134 + v142; \
        const V v145 = v135 - v143; \
        PUT(4, v144, v145); \
        const V v146 = v134 - v142; \
        const V v147 = v135 + v143; \
        PUT(7, v146, v147); \
        const V v148 = v33 * K(0.281732556841429697711418); \
        const V v149 = v32 * K(0.281732556841429697711418); \
        const V v150 = FMA(v22, K(-0.959492973614497389890368), v0); \
        const V v151 = FMA(v23, K(-0.959492973614497389890368), v1); \
        const V v152 = FMA(v24, K(0.841253532831181168861812), v150); \
        const V v153 = FMA(v25, K(0.841253532831181168861812), v151); \
        const V v154 = FMA(v26, K(-0.654860733945285064056925), v152); \
        const V v155 = FMA(v27, K(-0.654860733945285064056925), v153); \
        const V v156 = FMA(v28, K(0.415415013001886425529274), v154); \
        const V v157 = FMA(v29, K(0.415415013001886425529274), v155); \
        const V v158 = FMA(v30, K(-0.142314838273285140443793), v156); \
        const V v159 = FMA(v31, K(-0.142314838273285140443793), v157); \
        const V v160 = FMA(v35, K(-0.540640817455597582107636), v148); \
        const V v161 = FMA(v34, K(-0.540640817455597582107636), v149); \
        const V v162 = FMA(v37, K(0.755749574354258283774036), v160); \
        const V v163 = FMA(v36, K(0.755749574354258283774036), v161); \
        const V v164 = FMA(v39, K(-0.909631995354518371411715), v162); \
        const V v165 = FMA(v38, K(-0.909631995354518371411715), v163); \
        const V v166 = FMA(v41, K(0.989821441880932732376092), v164); \
        const V v167 = FMA(v40, K(0.989821441880932732376092), v165); \
        const V v168 = v158 + v166; \
        const V v169 = v159 - v167; \
        PUT(5, v168, v169); \
        const V v170 = v158 - v166; \
        const V v171 = v159 + v167; \
        PUT(6, v170, v171); \
    } while (0)

/* 72 additions, 24 multiply-adds, 0 multiplications */
#define TFK_DFT_12(GET, PUT) \
    do { \
        V v0, v1; \
        GET(0, v0, v1); \
        V v12, v13; \
        GET(6, v12, v13); \
        const V v24 = v0 + v12; \
        const V v25 = v1 + v13; \
        const V v26 = v0 - v12; \
        const V v27 = v1 - v13; \
        V v6, v7; \
        GET(3, v6, v7); \
        V v18, v19; \
        GET(9, v18, v19); \
        const V v28 = v6 + v18; \
        const V v29 = v7 + v19; \
        const V v30 = v6 - v18; \
        const V v31 = v7 - v19; \
        const V v32 = v24 + v28; \
        const V v33 = v25 + v29; \
        const V v34 = v26 + v31; \
        const V v35 = v27 - v30; \
        const V v36 = v24 - v28; \
        const V v37 = v25 - v29; \
        const V v38 = v26 - v31; \
        const V v39 = v27 + v30; \
        V v8, v9; \
        GET(4, v8, v9); \
        V v20, v21; \
        GET(10, v20, v21); \
        const V v40 = v8 + v20; \
        const V v41 = v9 + v21; \
        const V v42 = v8 - v20; \
        const V v43 = v9 - v21; \
        V v2, v3; \
        GET(1, v2, v3); \
        V v14, v15; \
        GET(7, v14, v15); \
        const V v44 = v2 + v14; \
        const V v45 = v3 + v15; \
        const V v46 = v2 - v14; \
        const V v47 = v3 - v15; \
        const V v48 = v40 + v44; \
        const V v49 = v41 + v45; \
        const V v50 = v42 - v47; \
        const V v51 = v43 + v46; \
        const V v52 = v40 - v44; \
        const V v53 = v41 - v45; \
        const V v54 = v42 + v47; \
        const V v55 = v43 - v46; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v16, v17; \
        GET(8, v16, v17); \
        const V v56 = v4 + v16; \
        const V v57 = v5 + v17; \
        const V v58 = v4 - v16; \
        const V v59 = v5 - v17; \
        V v10, v11; \
        GET(5, v10, v11); \
        V v22, v23; \
        GET(11, v22, v23); \
        const V v60 = v10 + v22; \
        const V v61 = v11 + v23; \
        const V v62 = v10 - v22; \
        const V v63 = v11 - v23; \
        const V v64 = v56 + v60; \
        const V v65 = v57 + v61; \
        const V v66 = v58 + v63; \
        const V v67 = v59 - v62; \
        const V v68 = v56 - v60; \
        const V v69 = v57 - v61; \
        const V v70 = v58 - v63; \
        const V v71 = v59 + v62; \
        const V v72 = v48 + v64; \
        const V v73 = v49 + v65; \
        const V v74 = v48 - v64; \
        const V v75 = v49 - v65; \
        const V v76 = v32 + v72; \
        const V v77 = FNMA(v72, K(0.5), v32); \
        const V v78 = FMA(v75, K(0.866025403784438646763723), v77); \
        const V v79 = FNMA(v75, K(0.866025403784438646763723), v77); \
        const V v80 = v33 + v73; \
        PUT(0, v76, v80); \
        const V v81 = FNMA(v73, K(0.5), v33); \
        const V v82 = FNMA(v74, K(0.866025403784438646763723), v81); \
        PUT(4, v78, v82); \
        const V v83 = FMA(v74, K(0.866025403784438646763723), v81); \
        PUT(8, v79, v83); \
        const V v84 = v50 - v66; \
        const V v85 = v51 - v67; \
        const V v86 = v50 + v66; \
        const V v87 = v51 + v67; \
        const V v88 = v34 + v84; \
        const V v89 = FNMA(v84, K(0.5), v34); \
        const V v90 = FMA(v87, K(0.866025403784438646763723), v89); \
        const V v91 = FNMA(v87, K(0.866025403784438646763723), v89); \
        const V v92 = v35 + v85; \
        PUT(9, v88, v92); \
        const V v93 = FNMA(v85, K(0.5), v35); \
        const V v94 = FNMA(v86, K(0.866025403784438646763723), v93); \
        PUT(1, v90, v94); \
        const V v95 = FMA(v86, K(0.866025403784438646763723), v93); \
        PUT(5, v91, v95); \
        const V v96 = v52 + v68; \
        const V v97 = v53 + v69; \
        const V v98 = v52 - v68; \
        const V v99 = v53 - v69; \
        const V v100 = v36 + v96; \
        const V v101 = FNMA(v96, K(0.5), v36); \
        const V v102 = FMA(v99, K(0.866025403784438646763723), v101); \
        const V v103 = FNMA(v99, K(0.866025403784438646763723), v101); \
        const V v104 = v37 + v97; \
        PUT(6, v100, v104); \
        const V v105 = FNMA(v97, K(0.5), v37); \
        const V v106 = FNMA(v98, K(0.866025403784438646763723), v105); \
        PUT(10, v102, v106); \
        const V v107 = FMA(v98, K(0.866025403784438646763723), v105); \
        PUT(2, v103, v107); \
        const V v108 = v54 - v70; \
        const V v109 = v55 - v71; \
        const V v110 = v54 + v70; \
        const V v111 = v55 + v71; \
        const V v112 = v38 + v108; \
        const V v113 = FNMA(v108, K(0.5), v38); \
        const V v114 = FMA(v111, K(0.866025403784438646763723), v113); \
        const V v115 = FNMA(v111, K(0.866025403784438646763723), v113); \
        const V v116 = v39 + v109; \
        PUT(3, v112, v116); \
        const V v117 = FNMA(v109, K(0.5), v39); \
        const V v118 = FNMA(v110, K(0.866025403784438646763723), v117); \
        PUT(7, v114, v118); \
        const V v119 = FMA(v110, K(0.866025403784438646763723), v117); \
        PUT(11, v115, v119); \
    } while (0)

/* 60 additions, 132 multiply-adds, 12 multiplications */
#define TFK_DFT_13(GET, PUT) \
    do { \
        V v2, v3; \
        GET(1, v2, v3); \
        V v24, v25; \
        GET(12, v24, v25); \
        const V v26 = v2 + v24; \
        const V v27 = v3 + v25; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v22, v23; \
        GET(11, v22, v23); \
        const V v28 = v4 + v22; \
        const V v29 = v5 + v23; \
        V v6, v7; \
        GET(3, v6, v7); \
        V v20, v21; \
        GET(10, v20, v21); \
        const V v30 = v6 + v20; \
        const V v31 = v7 + v21; \
        V v8, v9; \
        GET(4, v8, v9); \
        V v18, v19; \
        GET(9, v18, v19); \
        const V v32 = v8 + v18; \
        const V v33 = v9 + v19; \
        V v10, v11; \
        GET(5, v10, v11); \
        V v16, v17; \
        GET(8, v16, v17); \
        const V v34 = v10 + v16; \
        const V v35 = v11 + v17; \
        V v12, v13; \
        GET(6, v12, v13); \
        V v14, v15; \
        GET(7, v14, v15); \
        const V v36 = v12 + v14; \
        const V v37 = v13 + v15; \
        const V v38 = v2 - v24; \
        const V v39 = v3 - v25; \
        const V v40 = v4 - v22; \
        const V v41 = v5 - v23; \
        const V v42 = v6 - v20; \
        const V v43 = v7 - v21; \
        const V v44 = v8 - v18; \
        const V v45 = v9 - v19; \
        const V v46 = v10 - v16; \
        const V v47 = v11 - v17; \
        const V v48 = v12 - v14; \
        const V v49 = v13 - v15; \
        V v0, v1; \
        GET(0, v0, v1); \
        const V v50 = v0 + v26; \
        const V v51 = v28 + v50; \
        const V v52 = v30 + v51; \
        const V v53 = v32 + v52; \
        const V v54 = v34 + v53; \
        const V v55 = v36 + v54; \
        const V v56 = v1 + v27; \
        const V v57 = v29 + v56; \
        const V v58 = v31 + v57; \
        const V v59 = v33 + v58; \
        const V v60 = v35 + v59; \
        const V v61 = v37 + v60; \
        PUT(0, v55, v61); \
        const V v62 = v39 * K(0.464723172043768545656015); \
        const V v63 = v38 * K(0.464723172043768545656015); \
        const V v64 = FMA(v26, K(0.885456025653209895900376), v0); \
        const V v65 = FMA(v27, K(0.885456025653209895900376), v1); \
        const V v66 = FMA(v28, K(0.568064746731155802511808), v64); \
        const V v67 = FMA(v29, K(0.568064746731155802511808), v65); \
        const V v68 = FMA(v30, K(0.120536680255323053349068), v66); \
        const V v69 = FMA(v31, K(0.120536680255323053349068), v67); \
        const V v70 = FMA(v32, K(-0.354604887042535625969638), v68); \
        const V v71 = FMA(v33, K(-0.354604887042535625969638), v69); \
        const V v72 = FMA(v34, K(-0.748510748171101098634631), v70); \
        const V v73 = FMA(v35, K(-0.748510748171101098634631), v71); \
        const V v74 = FMA(v36, K(-0.970941817426052027156982), v72); \
        const V v75 = FMA(v37, K(-0.970941817426052027156982), v73); \
        const V v76 = FMA(v41, K(0.822983865893656394579617), v62); \
        const V v77 = FMA(v40, K(0.822983865893656394579617), v63); \
        const V v78 = FMA(v43, K(0.992708874098053992800752), v76); \
        const V v79 = FMA(v42, K(0.992708874098053992800752), v77); \
        const V v80 = FMA(v45, K(0.935016242685414823439785), v78); \
        const V v81 = FMA(v44, K(0.935016242685414823439785), v79); \
        const V v82 = FMA(v47, K(0.663122658240795202376785), v80); \
        const V v83 = FMA(v46, K(0.663122658240795202376785), v81); \
        const V v84 = FMA(v49, K(0.239315664287557767148754), v82); \
        const V v85 = FMA(v48, K(0.239315664287557767148754), v83); \
        const V v86 = v74 + v84; \
        const V v87 = v75 - v85; \
        PUT(1, v86, v87); \
        const V v88 = v74 - v84; \
        const V v89 = v75 + v85; \
        PUT(12, v88, v89); \
        const V v90 = v39 * K(0.822983865893656394579617); \
        const V v91 = v38 * K(0.822983865893656394579617); \
        const V v92 = FMA(v26, K(0.568064746731155802511808), v0); \
        const V v93 = FMA(v27, K(0.568064746731155802511808), v1); \
        const V v94 = FMA(v28, K(-0.354604887042535625969638), v92); \
        const V v95 = FMA(v29, K(-0.354604887042535625969638), v93); \
        const V v96 = FMA(v30, K(-0.970941817426052027156982), v94); \
        const V v97 = FMA(v31, K(-0.970941817426052027156982), v95); \
        const V v98 = FMA(v32, K(-0.748510748171101098634631), v96); \
        const V v99 = FMA(v33, K(-0.748510748171101098634631), v97); \
        const V v100 = FMA(v34, K(0.120536680255323053349068), v98); \
        const V v101 = FMA(v35, K(0.120536680255323053349068), v99); \
        const V v102 = FMA(v36, K(0.885456025653209895900376), v100); \
        const V v103 = FMA(v37, K(0.885456025653209895900376), v101); \
        const V v104 = FMA(v41, K(0.935016242685414823439785), v90); \
        const V v105 = FMA(v40, K(0.935016242685414823439785), v91); \
        const V v106 = FMA(v43, K(0.239315664287557767148754), v104); \
        const V v107 = FMA(v42, K(0.239315664287557767148754), v105); \
        const V v108 = FMA(v45, K(-0.663122658240795202376785), v106); \
        const V v109 = FMA(v44, K(-0.663122658240795202376785), v107); \
        const V v110 = FMA(v47, K(-0.992708874098053992800752), v108); \
        const V v111 = FMA(v46, K(-0.992708874098053992800752), v109); \
        const V v112 = FMA(v49, K(-0.464723172043768545656015), v110); \
        const V v113 = FMA(v48, K(-0.464723172043768545656015), v111); \
        const V v114 = v102 + v112; \
        const V v115 = v103 - v113; \
        PUT(2, v114, v115); \
        const V v116 = v102 - v112; \
        const V v117 = v103 + v113; \
        PUT(11, v116, v117); \
        const V v118 = v39 * K(0.992708874098053992800752); \
        const V v119 = v38 * K(0.992708874098053992800752); \
        const V v120 = FMA(v26, K(0.120536680255323053349068), v0); \
        const V v121 = FMA(v27, K(0.120536680255323053349068), v1); \
        const V v122 = FMA(v28, K(-0.970941817426052027156982), v120); \
        const V v123 = FMA(v29, K(-0.970941817426052027156982), v121); \
        const V v124 = FMA(v30, K(-0.354604887042535625969638), v122); \
        const V v125 = FMA(v31, K(-0.354604887042535625969638), v123); \
        const V v126 = FMA(v32, K(0.885456025653209895900376), v124); \
        const V v127 = FMA(v33, K(0.885456025653209895900376), v125); \
        const V v128 = FMA(v34, K(0.568064746731155802511808), v126); \
        const V v129 = FMA(v35, K(0.568064746731155802511808), v127); \
        const V v130 = FMA(v36, K(-0.748510748171101098634631), v128); \
        const V v131 = FMA(v37, K(-0.748510748171101098634631), v129); \
        const V v132 = FMA(v41, K(0.239315664287557767148754), v118); \
        const V v133 = FMA(v40, K(0.239315664287557767148754), v119); \
        const V v134 = FMA(v43, K(-0.935016242685414823439785), v132); \
        const V v135 = FMA(v42, K(-0.935016242685414823439785), v133); \
        const V v136 = FMA(v45, K(-0.464723172043768545656015), v134); \
        const V v137 = FMA(v44, K(-0.464723172043768545656015), v135); \
        const V v138 = FMA(v47, K(0.822983865893656394579617), v136); \
        const V v139 = FMA(v46, K(0.822983865893656394579617), v137); \
        const V v140 = FMA(v49, K(0.663122658240795202376785), v138); \
        const V v141 = FMA(v48, K(0.663122658240795202376785), v139); \
        const V v142 = v130 + v140; \
        const V v143 = v131 - v141; \
        PUT(3, v142, v143); \
        const V v144 = v130 - v140; \
        const V v145 = v131 + v141; \
        PUT(10, v144, v145); \
        const V v146 = v39 * K(0.935016242685414823439785); \
        const V v147 = v38 * K(0.935016242685414823439785); \
        const V v148 = FMA(v26, K(-0.354604887042535625969638), v0); \
        const V v149 = FMA(v27, K(-0.354604887042535625969638), v1); \
        const V v150 = FMA(v28, K(-0.748510748171101098634631), v148); \
        const V v151 = FMA(v29, K(-0.748510748171101098634631), v149); \
        const V v152 = FMA(v30, K(0.885456025653209895900376), v150); \
        const V v153 = FMA(v31, K(0.885456025653209895900376), v151); \
        const V v154 = FMA(v32, K(0.120536680255323053349068), v152); \
        const V v155 = FMA(v33, K(0.120536680255323053349068), v153); \
        const V v156 = FMA(v34, K(-0.970941817426052027156982), v154); \
        const V v157 = FMA(v35, K(-0.970941817426052027156982), v155); \
        const V v158 = FMA(v36, K(0.568064746731155802511808), v156); \
        const V v159 = FMA(v37, K(0.568064746731155802511808), v157); \
        const V v160 = FMA(v41, K(-0.663122658240795202376785), v146); \
        const V v161 = FMA(v40, K(-0.663122658240795202376785), v147); \
        const V v162 = FMA(v43, K(-0.464723172043768545656015), v160); \
        const V v163 = FMA(v42, K(-0.464723172043768545656015), v161); \
        const V v164 = FMA(v45, K(0.992708874098053992800752), v162); \
        const V v165 = FMA(v44, K(0.992708874098053992800752), v163); \
        const V v166 = FMA(v47, K(-0.239315664287557767148754), v164); \
        const V v167 = FMA(v46, K(-0.239315664287557767148754), v165); \
        const V v168 = FMA(v49, K(-0.822983865893656394579617), v166); \
        const V v169 = FMA(v48, K(-0.822983865893656394579617), v167); \
        const V v170 = v158 + v168; \
        const V v171 = v159 - v169; \
        PUT(4, v170, v171); \
        const V v172 = v158 - v168; \
        const V v173 = v159 + v169; \
        PUT(9, v172, v173); \
        const V v174 = v39 * K(0.663122658240795202376785); \
        const V v175 = v38 * K(0.663122658240795202376785); \
        const V v176 = FMA(v26, K(-0.748510748171101098634631), v0); \
        const V v177 = FMA(v27, K(-0.748510748171101098634631), v1); \
        const V v178 = FMA(v28, K(0.120536680255323053349068), v176); \
        const V v179 = FMA(v29, K(0.120536680255323053349068), v177); \
        const V v180 = FMA(v30, K(0.568064746731155802511808), v178); \
        const V v181 = FMA(v31, K(0.568064746731155802511808), v179); \
        const V v182 = FMA(v32, K(-0.970941817426052027156982), v180); \
        const V v183 = FMA(v33, K(-0.970941817426052027156982), v181); \
        const V v184 = FMA(v34, K(0.885456025653209895900376), v182); \
        const V v185 = FMA(v35, K(0.885456025653209895900376), v183); \
        const V v186 = FMA(v36, K(-0.354604887042535625969638), v184); \
        const V v187 = FMA(v37, K(-0.354604887042535625969638), v185); \
        const V v188 = FMA(v41, K(-0.992708874098053992800752), v174); \
        const V v189 = FMA(v40, K(-0.992708874098053992800752), v175); \
        const V v190 = FMA(v43, K(0.822983865893656394579617), v188); \
        const V v191 = FMA(v42, K(0.822983865893656394579617), v189); \
        const V v192 = FMA(v45, K(-0.239315664287557767148754), v190); \
        const V v193 = FMA(v44, K(-0.239315664287557767148754), v191); \
        const V v194 = FMA(v47, K(-0.464723172043768545656015), v192); \
        const V v195 = FMA(v46, K(-0.464723172043768545656015), v193); \
        const V v196 = FMA(v49, K(0.935016242685414823439785), v194); \
        const V v197 = FMA(v48, K(0.935016242685414823439785), v195); \
        const V v198 = v186 + v196; \
        const V v199 = v187 - v197; \
        PUT(5, v198, v199); \
        const V v200 = v186 - v196; \
        const V v201 = v187 + v197; \
        PUT(8, v200, v201); \
        const V v202 = v39 * K(0.239315664287557767148754); \
        const V v203 = v38 * K(0.239315664287557767148754); \
        const V v204 = FMA(v26, K(-0.970941817426052027156982), v0); \
        const V v205 = FMA(v27, K(-0.970941817426052027156982), v1); \
        const V v206 = FMA(v28, K(0.885456025653209895900376), v204); \
        const V v207 = FMA(v29, K(0.885456025653209895900376), v205); \
        const V v208 = FMA(v30, K(-0.748510748171101098634631), v206); \
        const V v209 = FMA(v31, K(-0.748510748171101098634631), v207); \
        const V v210 = FMA(v32, K(0.568064746731155802511808), v208); \
        const V v211 = FMA(v33, K(0.568064746731155802511808), v209); \
        const V v212 = FMA(v34, K(-0.354604887042535625969638), v210); \
        const V v213 = FMA(v35, K(-0.354604887042535625969638), v211); \
        const V v214 = FMA(v36, K(0.120536680255323053349068), v212); \
        const V v215 = FMA(v37, K(0.120536680255323053349068), v213); \
        const V v216 = FMA(v41, K(-0.464723172043768545656015), v202); \
        const V v217 = FMA(v40, K(-0.464723172043768545656015), v203); \
        const V v218 = FMA(v43, K(0.663122658240795202376785), v216); \
        const V v219 = FMA(v42, K(0.663122658240795202376785), v217); \
        const V v220 = FMA(v45, K(-0.822983865893656394579617), v218); \
        const V v221 = FMA(v44, K(-0.822983865893656394579617), v219); \
        const V v222 = FMA(v47, K(0.935016242685414823439785), v220); \
        const V v223 = FMA(v46, K(0.935016242685414823439785), v221); \
        const V v224 = FMA(v49, K(-0.992708874098053992800752), v222); \
        const V v225 = FMA(v48, K(-0.992708874098053992800752), v223); \
        const V v226 = v214 + v224; \
        const V v227 = v215 - v225; \
        PUT(6, v226, v227); \
        const V v228 = v214 - v224; \
        const V v229 = v215 + v225; \
        PUT(7, v228, v229); \
    } while (0)

/* 64 additions, 84 multiply-adds, 0 multiplications */
#define TFK_DFT_14(GET, PUT) \
    do { \
        V v0, v1; \
        GET(0, v0, v1); \
        V v14, v15; \
        GET(7, v14, v15); \
        const V v28 = v0 + v14; \
        const V v29 = v1 + v15; \
        const V v30 = v0 - v14; \
        const V v31 = v1 - v15; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v18, v19; \
        GET(9, v18, v19); \
        const V v32 = v4 + v18; \
        const V v33 = v5 + v19; \
        const V v34 = v4 - v18; \
        const V v35 = v5 - v19; \
        V v8, v9; \
        GET(4, v8, v9); \
        V v22, v23; \
        GET(11, v22, v23); \
        const V v36 = v8 + v22; \
        const V v37 = v9 + v23; \
        const V v38 = v8 - v22; \
        const V v39 = v9 - v23; \
        V v12, v13; \
        GET(6, v12, v13); \
        V v26, v27; \
        GET(13, v26, v27); \
        const V v40 = v12 + v26; \
        const V v41 = v13 + v27; \
        const V v42 = v12 - v26; \
        const V v43 = v13 - v27; \
        V v2, v3; \
        GET(1, v2, v3); \
        V v16, v17; \
        GET(8, v16, v17); \
        const V v44 = v2 + v16; \
        const V v45 = v3 + v17; \
        const V v46 = v2 - v16; \
        const V v47 = v3 - v17; \
        V v6, v7; \
        GET(3, v6, v7); \
        V v20, v21; \
        GET(10, v20, v21); \
        const V v48 = v6 + v20; \
        const V v49 = v7 + v21; \
        const V v50 = v6 - v20; \
        const V v51 = v7 - v21; \
        V v10, v11; \
        GET(5, v10, v11); \
        V v24, v25; \
        GET(12, v24, v25); \
        const V v52 = v10 + v24; \
        const V v53 = v11 + v25; \
        const V v54 = v10 - v24; \
        const V v55 = v11 - v25; \
        const V v56 = v32 + v52; \
        const V v57 = v33 + v53; \
        const V v58 = v36 + v48; \
        const V v59 = v37 + v49; \
        const V v60 = v40 + v44; \
        const V v61 = v41 + v45; \
        const V v62 = v32 - v52; \
        const V v63 = v33 - v53; \
        const V v64 = v36 - v48; \
        const V v65 = v37 - v49; \
        const V v66 = v40 - v44; \
        const V v67 = v41 - v45; \
        const V v68 = v28 + v56; \
        const V v69 = v58 + v68; \
        const V v70 = v60 + v69; \
        const V v71 = v29 + v57; \
        const V v72 = v59 + v71; \
        const V v73 = v61 + v72; \
        PUT(0, v70, v73); \
        const V v74 = FMA(v56, K(0.623489801858733530525005), v28); \
        const V v75 = FMA(v57, K(0.623489801858733530525005), v29); \
        const V v76 = FMA(v58, K(-0.222520933956314404288903), v74); \
        const V v77 = FMA(v59, K(-0.222520933956314404288903), v75); \
        const V v78 = FMA(v60, K(-0.900968867902419126236102), v76); \
        const V v79 = FMA(v61, K(-0.900968867902419126236102), v77); \
        const V v80 = FMA(v63, K(0.801937735804838252472205), v65); \
        const V v81 = FMA(v62, K(0.801937735804838252472205), v64); \
        const V v82 = FMA(v67, K(0.445041867912628808577805), v80); \
        const V v83 = FMA(v66, K(0.445041867912628808577805), v81); \
        const V v84 = FMA(v82, K(0.974927912181823607018132), v78); \
        const V v85 = FNMA(v83, K(0.974927912181823607018132), v79); \
        PUT(8, v84, v85); \
        const V v86 = FNMA(v82, K(0.974927912181823607018132), v78); \
        const V v87 = FMA(v83, K(0.974927912181823607018132), v79); \
        PUT(6, v86, v87); \
        const V v88 = FMA(v56, K(-0.222520933956314404288903), v28); \
        const V v89 = FMA(v57, K(-0.222520933956314404288903), v29); \
        const V v90 = FMA(v58, K(-0.900968867902419126236102), v88); \
        const V v91 = FMA(v59, K(-0.900968867902419126236102), v89); \
        const V v92 = FMA(v60, K(0.623489801858733530525005), v90); \
        const V v93 = FMA(v61, K(0.623489801858733530525005), v91); \
        const V v94 = FNMA(v65, K(0.445041867912628808577805), v63); \
        const V v95 = FNMA(v64, K(0.445041867912628808577805), v62); \
        const V v96 = FNMA(v67, K(0.801937735804838252472205), v94); \
        const V v97 = FNMA(v66, K(0.801937735804838252472205), v95); \
        const V v98 = FMA(v96, K(0.974927912181823607018132), v92); \
        const V v99 = FNMA(v97, K(0.974927912181823607018132), v93); \
        PUT(2, v98, v99); \
        const V v100 = FNMA(v96, K(0.974927912181823607018132), v92); \
        const V v101 = FMA(v97, K(0.974927912181823607018132), v93); \
        PUT(12, v100, v101); \
        const V v102 = FMA(v56, K(-0.900968867902419126236102), v28); \
        const V v103 = FMA(v57, K(-0.900968867902419126236102), v29); \
        const V v104 = FMA(v58, K(0.623489801858733530525005), v102); \
        const V v105 = FMA(v59, K(0.623489801858733530525005), v103); \
        const V v106 = FMA(v60, K(-0.222520933956314404288903), v104); \
        const V v107 = FMA(v61, K(-0.222520933956314404288903), v105); \
        const V v108 = FNMA(v63, K(0.554958132087371191422195), v65); \
        const V v109 = FNMA(v62, K(0.554958132087371191422195), v64); \
        const V v110 = FNMA(v108, K(0.801937735804838252472205), v67); \
        const V v111 = FNMA(v109, K(0.801937735804838252472205), v66); \
        const V v112 = FMA(v110, K(0.974927912181823607018132), v106); \
        const V v113 = FNMA(v111, K(0.974927912181823607018132), v107); \
        PUT(10, v112, v113); \
        const V v114 = FNMA(v110, K(0.974927912181823607018132), v106); \
        const V v115 = FMA(v111, K(0.974927912181823607018132), v107); \
        PUT(4, v114, v115); \
        const V v116 = v34 - v54; \
        const V v117 = v35 - v55; \
        const V v118 = v38 - v50; \
        const V v119 = v39 - v51; \
        const V v120 = v42 - v46; \
        const V v121 = v43 - v47; \
        const V v122 = v34 + v54; \
        const V v123 = v35 + v55; \
        const V v124 = v38 + v50; \
        const V v125 = v39 + v51; \
        const V v126 = v42 + v46; \
        const V v127 = v43 + v47; \
        const V v128 = v30 + v116; \
        const V v129 = v118 + v128; \
        const V v130 = v120 + v129; \
        const V v131 = v31 + v117; \
        const V v132 = v119 + v131; \
        const V v133 = v121 + v132; \
        PUT(7, v130, v133); \
        const V v134 = FMA(v116, K(0.623489801858733530525005), v30); \
        const V v135 = FMA(v117, K(0.623489801858733530525005), v31); \
        const V v136 = FMA(v118, K(-0.222520933956314404288903), v134); \
        const V v137 = FMA(v119, K(-0.222520933956314404288903), v135); \
        const V v138 = FMA(v120, K(-0.900968867902419126236102), v136); \
        const V v139 = FMA(v121, K(-0.900968867902419126236102), v137); \
        const V v140 = FMA(v123, K(0.801937735804838252472205), v125); \
        const V v141 = FMA(v122, K(0.801937735804838252472205), v124); \
        const V v142 = FMA(v127, K(0.445041867912628808577805), v140); \
        const V v143 = FMA(v126, K(0.445041867912628808577805), v141); \
        const V v144 = FMA(v142, K(0.974927912181823607018132), v138); \
        const V v145 = FNMA(v143, K(0.974927912181823607018132), v139); \
        PUT(1, v144, v145); \
        const V v146 = FNMA(v142, K(0.974927912181823607018132), v138); \
        const V v147 = FMA(v143, K(0.974927912181823607018132), v139); \
        PUT(13, v146, v147); \
        const V v148 = FMA(v116, K(-0.222520933956314404288903), v30); \
        const V v149 = FMA(v117, K(-0.222520933956314404288903), v31); \
        const V v150 = FMA(v118, K(-0.900968867902419126236102), v148); \
        const V v151 = FMA(v119, K(-0.900968867902419126236102), v149); \
        const V v152 = FMA(v120, K(0.623489801858733530525005), v150); \
        const V v153 = FMA(v121, K(0.623489801858733530525005), v151); \
        const V v154 = FNMA(v125, K(0.445041867912628808577805), v123); \
        const V v155 = FNMA(v124, K(0.445041867912628808577805), v122); \
        const V v156 = FNMA(v127, K(0.801937735804838252472205), v154); \
        const V v157 = FNMA(v126, K(0.801937735804838252472205), v155); \
        const V v158 = FMA(v156, K(0.974927912181823607018132), v152); \
        const V v159 = FNMA(v157, K(0.974927912181823607018132), v153); \
        PUT(9, v158, v159); \
        const V v160 = FNMA(v156, K(0.974927912181823607018132), v152); \
        const V v161 = FMA(v157, K(0.974927912181823607018132), v153); \
        PUT(5, v160, v161); \
        const V v162 = FMA(v116, K(-0.900968867902419126236102), v30); \
        const V v163 = FMA(v117, K(-0.900968867902419126236102), v31); \
        const V v164 = FMA(v118, K(0.623489801858733530525005), v162); \
        const V v165 = FMA(v119, K(0.623489801858733530525005), v163); \
        const V v166 = FMA(v120, K(-0.222520933956314404288903), v164); \
        const V v167 = FMA(v121, K(-0.222520933956314404288903), v165); \
        const V v168 = FNMA(v123, K(0.554958132087371191422195), v125); \
        const V v169 = FNMA(v122, K(0.554958132087371191422195), v124); \
        const V v170 = FNMA(v168, K(0.801937735804838252472205), v127); \
        const V v171 = FNMA(v169, K(0.801937735804838252472205), v126); \
        const V v172 = FMA(v170, K(0.974927912181823607018132), v166); \
        const V v173 = FNMA(v171, K(0.974927912181823607018132), v167); \
        PUT(3, v172, v173); \
        const V v174 = FNMA(v170, K(0.974927912181823607018132), v166); \
        const V v175 = FMA(v171, K(0.974927912181823607018132), v167); \
        PUT(11, v174, v175); \
    } while (0)

/* 66 additions, 90 multiply-adds, 0 multiplications */
#define TFK_DFT_15(GET, PUT) \
    do { \
        V v10, v11; \
        GET(5, v10, v11); \
        V v20, v21; \
        GET(10, v20, v21); \
        const V v30 = v10 + v20; \
        const V v31 = v11 + v21; \
        const V v32 = v10 - v20; \
        const V v33 = v11 - v21; \
        V v0, v1; \
        GET(0, v0, v1); \
        const V v34 = v0 + v30; \
        const V v35 = FNMA(v30, K(0.5), v0); \
        const V v36 = FMA(v33, K(0.866025403784438646763723), v35); \
        const V v37 = FNMA(v33, K(0.866025403784438646763723), v35); \
        const V v38 = v1 + v31; \
        const V v39 = FNMA(v31, K(0.5), v1); \
        const V v40 = FNMA(v32, K(0.866025403784438646763723), v39); \
        const V v41 = FMA(v32, K(0.866025403784438646763723), v39); \
        V v16, v17; \
        GET(8, v16, v17); \
        V v26, v27; \
        GET(13, v26, v27); \
        const V v42 = v16 + v26; \
        const V v43 = v17 + v27; \
        const V v44 = v16 - v26; \
        const V v45 = v17 - v27; \
        V v6, v7; \
        GET(3, v6, v7); \
        const V v46 = v6 + v42; \
        const V v47 = FNMA(v42, K(0.5), v6); \
        const V v48 = FMA(v45, K(0.866025403784438646763723), v47); \
        const V v49 = FNMA(v45, K(0.866025403784438646763723), v47); \
        const V v50 = v7 + v43; \
        const V v51 = FNMA(v43, K(0.5), v7); \
        const V v52 = FNMA(v44, K(0.866025403784438646763723), v51); \
        const V v53 = FMA(v44, K(0.866025403784438646763723), v51); \
        V v2, v3; \
        GET(1, v2, v3); \
        V v22, v23; \
        GET(11, v22, v23); \
        const V v54 = v2 + v22; \
        const V v55 = v3 + v23; \
        const V v56 = v2 - v22; \
        const V v57 = v3 - v23; \
        V v12, v13; \
        GET(6, v12, v13); \
        const V v58 = v12 + v54; \
        const V v59 = FNMA(v54, K(0.5), v12); \
        const V v60 = FNMA(v57, K(0.866025403784438646763723), v59); \
        const V v61 = FMA(v57, K(0.866025403784438646763723), v59); \
        const V v62 = v13 + v55; \
        const V v63 = FNMA(v55, K(0.5), v13); \
        const V v64 = FMA(v56, K(0.866025403784438646763723), v63); \
        const V v65 = FNMA(v56, K(0.866025403784438646763723), v63); \
        V v8, v9; \
        GET(4, v8, v9); \
        V v28, v29; \
        GET(14, v28, v29); \
        const V v66 = v8 + v28; \
        const V v67 = v9 + v29; \
        const V v68 = v8 - v28; \
        const V v69 = v9 - v29; \
        V v18, v19; \
        GET(9, v18, v19); \
        const V v70 = v18 + v66; \
        const V v71 = FNMA(v66, K(0.5), v18); \
        const V v72 = FNMA(v69, K(0.866025403784438646763723), v71); \
        const V v73 = FMA(v69, K(0.866025403784438646763723), v71); \
        const V v74 = v19 + v67; \
        const V v75 = FNMA(v67, K(0.5), v19); \
        const V v76 = FMA(v68, K(0.866025403784438646763723), v75); \
        const V v77 = FNMA(v68, K(0.866025403784438646763723), v75); \
        V v4, v5; \
        GET(2, v4, v5); \
        V v14, v15; \
        GET(7, v14, v15); \
        const V v78 = v4 + v14; \
        const V v79 = v5 + v15; \
        const V v80 = v4 - v14; \
        const V v81 = v5 - v15; \
        V v24, v25; \
        GET(12, v24, v25); \
        const V v82 = v24 + v78; \
        const V v83 = FNMA(v78, K(0.5), v24); \
        const V v84 = FMA(v81, K(0.866025403784438646763723), v83); \
        const V v85 = FNMA(v81, K(0.866025403784438646763723), v83); \
        const V v86 = v25 + v79; \
        const V v87 = FNMA(v79, K(0.5), v25); \
        const V v88 = FNMA(v80, K(0.866025403784438646763723), v87); \
        const V v89 = FMA(v80, K(0.866025403784438646763723), v87); \
        const V v90 = v46 + v82; \
        const V v91 = v50 + v86; \
        const V v92 = v58 + v70; \
        const V v93 = v62 + v74; \
        const V v94 = v46 - v82; \
        const V v95 = v50 - v86; \
        const V v96 = v58 - v70; \
        const V v97 = v62 - v74; \
        const V v98 = v34 + v90; \
        const V v99 = v92 + v98; \
        const V v100 = FMA(v90, K(0.309016994374947424102293), v34); \
        const V v101 = FNMA(v92, K(0.809016994374947424102293), v100); \
        const V v102 = FMA(v97, K(0.618033988749894848204587), v95); \
        const V v103 = FMA(v102, K(0.951056516295153572116439), v101); \
        const V v104 = FNMA(v102, K(0.951056516295153572116439), v101); \
        const V v105 = FNMA(v90, K(0.809016994374947424102293), v34); \
        const V v106 = FMA(v92, K(0.309016994374947424102293), v105); \
        const V v107 = FNMA(v95, K(0.618033988749894848204587), v97); \
        const V v108 = FNMA(v107, K(0.951056516295153572116439), v106); \
        const V v109 = FMA(v107, K(0.951056516295153572116439), v106); \
        const V v110 = v38 + v91; \
        const V v111 = v93 + v110; \
        PUT(0, v99, v111); \
        const V v112 = FMA(v91, K(0.309016994374947424102293), v38); \
        const V v113 = FNMA(v93, K(0.809016994374947424102293), v112); \
        const V v114 = FMA(v96, K(0.618033988749894848204587), v94); \
        const V v115 = FNMA(v114, K(0.951056516295153572116439), v113); \
        PUT(6, v103, v115); \
        const V v116 = FMA(v114, K(0.951056516295153572116439), v113); \
        PUT(9, v104, v116); \
        const V v117 = FNMA(v91, K(0.809016994374947424102293), v38); \
        const V v118 = FMA(v93, K(0.309016994374947424102293), v117); \
        const V v119 = FNMA(v94, K(0.618033988749894848204587), v96); \
        const V v120 = FMA(v119, K(0.951056516295153572116439), v118); \
        PUT(12, v108, v120); \
        const V v121 = FNMA(v119, K(0.951056516295153572116439), v118); \
        PUT(3, v109, v121); \
        const V v122 = v48 + v84; \
        const V v123 = v52 + v88; \
        const V v124 = v60 + v72; \
        const V v125 = v64 + v76; \
        const V v126 = v48 - v84; \
        const V v127 = v52 - v88; \
        const V v128 = v60 - v72; \
        const V v129 = v64 - v76; \
        const V v130 = v36 + v122; \
        const V v131 = v124 + v130; \
        const V v132 = FMA(v122, K(0.309016994374947424102293), v36); \
        const V v133 = FNMA(v124, K(0.809016994374947424102293), v132); \
        const V v134 = FMA(v129, K(0.618033988749894848204587), v127); \
        const V v135 = FMA(v134, K(0.951056516295153572116439), v133); \
        const V v136 = FNMA(v134, K(0.951056516295153572116439), v133); \
        const V v137 = FNMA(v122, K(0.809016994374947424102293), v36); \
        const V v138 = FMA(v124, K(0.309016994374947424102293), v137); \
        const V v139 = FNMA(v127, K(0.618033988749894848204587), v129); \
        const V v140 = FNMA(v139, K(0.951056516295153572116439), v138); \
        const V v141 = FMA(v139, K(0.951056516295153572116439), v138); \
        const V v142 = v40 + v123; \
        const V v143 = v125 + v142; \
        PUT(10, v131, v143); \
        const V v144 = FMA(v123, K(0.309016994374947424102293), v40); \
        const V v145 = FNMA(v125, K(0.809016994374947424102293), v144); \
        const V v146 = FMA(v128, K(0.618033988749894848204587), v126); \
        const V v147 = FNMA(v146, K(0.951056516295153572116439), v145); \
        PUT(1, v135, v147); \
        const V v148 = FMA(v146, K(0.951056516295153572116439), v145); \
        PUT(4, v136, v148); \
        const V v149 = FNMA(v123, K(0.809016994374947424102293), v40); \
        const V v150 = FMA(v125, K(0.309016994374947424102293), v149); \
        const V v151 = FNMA(v126, K(0.618033988749894848204587), v128); \
        const V v152 = FMA(v151, K(0.951056516295153572116439), v150); \
        PUT(7, v140, v152); \
        const V v153 = FNMA(v151, K(0.951056516295153572116439), v150); \
        PUT(13, v141, v153); \
        const V v154 = v49 + v85; \
        const V v155 = v53 + v89; \
        const V v156 = v61 + v73; \
        const V v157 = v65 + v77; \
        const V v158 = v49 - v85; \
        const V v159 = v53 - v89; \
        const V v160 = v61 - v73; \
        const V v161 = v65 - v77; \
        const V v162 = v37 + v154; \
        const V v163 = v156 + v162; \
        const V v164 = FMA(v154, K(0.309016994374947424102293), v37); \
        const V v165 = FNMA(v156, K(0.809016994374947424102293), v164); \
        const V v166 = FMA(v161, K(0.618033988749894848204587), v159); \
        const V v167 = FMA(v166, K(0.951056516295153572116439), v165); \
        const V v168 = FNMA(v166, K(0.951056516295153572116439), v165); \
        const V v169 = FNMA(v154, K(0.809016994374947424102293), v37); \
        const V v170 = FMA(v156, K(0.309016994374947424102293), v169); \
        const V v171 = FNMA(v159, K(0.618033988749894848204587), v161); \
        const V v172 = FNMA(v171, K(0.951056516295153572116439), v170); \
        const V v173 = FMA(v171, K(0.951056516295153572116439), v170); \
        const V v174 = v41 + v155; \
        const V v175 = v157 + v174; \
        PUT(5, v163, v175); \
        const V v176 = FMA(v155, K(0.309016994374947424102293), v41); \
        const V v177 = FNMA(v157, K(0.809016994374947424102293), v176); \
        const V v178 = FMA(v160, K(0.618033988749894848204587), v158); \
        const V v179 = FNMA(v178, K(0.951056516295153572116439), v177); \
        PUT(11, v167, v179); \
        const V v180 = FMA(v178, K(0.951056516295153572116439), v177); \
        PUT(14, v168, v180); \
        const V v181 = FNMA(v155, K(0.809016994374947424102293), v41); \
        const V v182 = FMA(v157, K(0.309016994374947424102293), v181); \
        const V v183 = FNMA(v158, K(0.618033988749894848204587), v160); \
        const V v184 = FMA(v183, K(0.951056516295153572116439), v182); \
        PUT(2, v172, v184); \
        const V v185 = FNMA(v183, K(0.951056516295153572116439), v182); \
        PUT(8, v173, v185); \
    } while (0)

/* 104 additions, 40 multiply-adds, 0 multiplications */
#define TFK_DFT_16(GET, PUT) \
    do { \
        V v0, v1; \
        GET(0, v0, v1); \
        V v16, v17; \
        GET(8, v16, v17); \
        const V v32 = v0 + v16; \
        const V v33 = v1 + v17; \
        const V v34 = v0 - v16; \
        const V v35 = v1 - v17; \
        V v8, v9; \
        GET(4, v8, v9); \
        V v24, v25; \
        GET(12, v24, v25); \
        const V v36 = v8 + v24; \
        const V v37 = v9 + v25; \
        const V v38 = v8 - v24; \
        const V v39 = v9 - v25; \
        const V v40 = v32 + v36; \
        const V v41 = v33 + v37; \
        const V v42 = v34 + v39; \
        const V v43 = v35 - v38; \
        const V v44 = v32 - v36; \
        const V v45 = v33 - v37; \
        const V v46 = v34 - v39; \
        const V v47 = v35 + v38; \
        V v2, v3; \
        GET(1, v2, v3); \
        V v18, v19; \
        GET(9, v18, v19); \
        const V v48 = v2 + v18; \
        const V v49 = v3 + v19; \
        const V v50 = v2 - v18; \
        const V v51 = v3 - v19; \
        V v10, v11; \
        GET(5, v10, v11); \
        V v26, v27; \
        GET(13, v26, v27); \
        const V v52 = v10 + v26; \
        const V v53 = v11 + v27; \
        const V v54 = v10 - v26; \
        const V v55 = v11 - v27; \
        const V v56 = v48 + v52; \
        const V v57 = v49 + v53; \
        const V v58 = v50 + v55; \
        const V v59 = v51 - v54; \
        const V v60 = v48 - v52; \
        const V v61 = v49 - v53; \
        const V v62 = v50 - v55; \
        const V v63 = v51 + v54; \
        V v4, v5; \
        GET(2, v4, v5); \
        V v20, v21; \
        GET(10, v20, v21); \
        const V v64 = v4 + v20; \
        const V v65 = v5 + v21; \
        const V v66 = v4 - v20; \
        const V v67 = v5 - v21; \
        V v12, v13; \
        GET(6, v12, v13); \
        V v28, v29; \
        GET(14, v28, v29); \
        const V v68 = v12 + v28; \
        const V v69 = v13 + v29; \
        const V v70 = v12 - v28; \
        const V v71 = v13 - v29; \
        const V v72 = v64 + v68; \
        const V v73 = v65 + v69; \
        const V v74 = v66 + v71; \
        const V v75 = v67 - v70; \
        const V v76 = v64 - v68; \
        const V v77 = v65 - v69; \
        const V v78 = v66 - v71; \
        const V v79 = v67 + v70; \
        V v6, v7; \
        GET(3, v6, v7); \
        V v22, v23; \
        GET(11, v22, v23); \
        const V v80 = v6 + v22; \
        const V v81 = v7 + v23; \
        const V v82 = v6 - v22; \
        const V v83 = v7 - v23; \
        V v14, v15; \
        GET(7, v14, v15); \
        V v30, v31; \
        GET(15, v30, v31); \
        const V v84 = v14 + v30; \
        const V v85 = v15 + v31; \
        const V v86 = v14 - v30; \
        const V v87 = v15 - v31; \
        const V v88 = v80 + v84; \
        const V v89 = v81 + v85; \
        const V v90 = v82 + v87; \
        const V v91 = v83 - v86; \
        const V v92 = v80 - v84; \
        const V v93 = v81 - v85; \
        const V v94 = v82 - v87; \
        const V v95 = v83 + v86; \
        const V v96 = v40 + v72; \
        const V v97 = v41 + v73; \
        const V v98 = v40 - v72; \
        const V v99 = v41 - v73; \
        const V v100 = v56 + v88; \
        const V v101 = v57 + v89; \
        const V v102 = v56 - v88; \
        const V v103 = v57 - v89; \
        const V v104 = v96 + v100; \
        const V v105 = v97 + v101; \
        PUT(0, v104, v105); \
        const V v106 = v98 + v103; \
        const V v107 = v99 - v102; \
        PUT(4, v106, v107); \
        const V v108 = v96 - v100; \
        const V v109 = v97 - v101; \
        PUT(8, v108, v109); \
        const V v110 = v98 - v103; \
        const V v111 = v99 + v102; \
        PUT(12, v110, v111); \
        const V v112 = FMA(v59, K(0.414213562373095048801689), v58); \
        const V v113 = FNMA(v58, K(0.414213562373095048801689), v59); \
        const V v114 = v74 + v75; \
        const V v115 = v74 - v75; \
        const V v116 = FMA(v90, K(0.414213562373095048801689), v91); \
        const V v117 = FNMA(v91, K(0.414213562373095048801689), v90); \
        const V v118 = FMA(v114, K(0.707106781186547524400844), v42); \
        const V v119 = FNMA(v115, K(0.707106781186547524400844), v43); \
        const V v120 = FNMA(v114, K(0.707106781186547524400844), v42); \
        const V v121 = FMA(v115, K(0.707106781186547524400844), v43); \
        const V v122 = v112 + v116; \
        const V v123 = v113 - v117; \
        const V v124 = v112 - v116; \
        const V v125 = v113 + v117; \
        const V v126 = FMA(v122, K(0.923879532511286756128183), v118); \
        const V v127 = FMA(v123, K(0.923879532511286756128183), v119); \
        PUT(1, v126, v127); \
        const V v128 = FMA(v125, K(0.923879532511286756128183), v120); \
        const V v129 = FNMA(v124, K(0.923879532511286756128183), v121); \
        PUT(5, v128, v129); \
        const V v130 = FNMA(v122, K(0.923879532511286756128183), v118); \
        const V v131 = FNMA(v123, K(0.923879532511286756128183), v119); \
        PUT(9, v130, v131); \
        const V v132 = FNMA(v125, K(0.923879532511286756128183), v120); \
        const V v133 = FMA(v124, K(0.923879532511286756128183), v121); \
        PUT(13, v132, v133); \
        const V v134 = v60 + v61; \
        const V v135 = v60 - v61; \
        const V v136 = v92 - v93; \
        const V v137 = v92 + v93; \
        const V v138 = v44 + v77; \
        const V v139 = v45 - v76; \
        const V v140 = v44 - v77; \
        const V v141 = v45 + v76; \
        const V v142 = v134 - v136; \
        const V v143 = v135 + v137; \
        const V v144 = v134 + v136; \
        const V v145 = v135 - v137; \
        const V v146 = FMA(v142, K(0.707106781186547524400844), v138); \
        const V v147 = FNMA(v143, K(0.707106781186547524400844), v139); \
        PUT(2, v146, v147); \
        const V v148 = FNMA(v145, K(0.707106781186547524400844), v140); \
        const V v149 = FNMA(v144, K(0.707106781186547524400844), v141); \
        PUT(6, v148, v149); \
        const V v150 = FNMA(v142, K(0.707106781186547524400844), v138); \
        const V v151 = FMA(v143, K(0.707106781186547524400844), v139); \
        PUT(10, v150, v151); \
        const V v152 = FMA(v145, K(0.707106781186547524400844), v140); \
        const V v153 = FMA(v144, K(0.707106781186547524400844), v141); \
        PUT(14, v152, v153); \
        const V v154 = FMA(v62, K(0.414213562373095048801689), v63); \
        const V v155 = FNMA(v63, K(0.414213562373095048801689), v62); \
        const V v156 = v78 - v79; \
        const V v157 = v78 + v79; \
        const V v158 = FMA(v95, K(0.414213562373095048801689), v94); \
        const V v159 = FNMA(v94, K(0.414213562373095048801689), v95); \
        const V v160 = FNMA(v156, K(0.707106781186547524400844), v46); \
        const V v161 = FNMA(v157, K(0.707106781186547524400844), v47); \
        const V v162 = FMA(v156, K(0.707106781186547524400844), v46); \
        const V v163 = FMA(v157, K(0.707106781186547524400844), v47); \
        const V v164 = v154 - v158; \
        const V v165 = v155 + v159; \
        const V v166 = v154 + v158; \
        const V v167 = v155 - v159; \
        const V v168 = FMA(v164, K(0.923879532511286756128183), v160); \
        const V v169 = FNMA(v165, K(0.923879532511286756128183), v161); \
        PUT(3, v168, v169); \
        const V v170 = FNMA(v167, K(0.923879532511286756128183), v162); \
        const V v171 = FNMA(v166, K(0.923879532511286756128183), v163); \
        PUT(7, v170, v171); \
        const V v172 = FNMA(v164, K(0.923879532511286756128183), v160); \
        const V v173 = FMA(v165, K(0.923879532511286756128183), v161); \
        PUT(11, v172, v173); \
        const V v174 = FMA(v167, K(0.923879532511286756128183), v162); \
        const V v175 = FMA(v166, K(0.923879532511286756128183), v163); \
        PUT(15, v174, v175); \
    } while (0)

#endif
