/* dft_real_gen.h - written by codegen/, do not edit: see codegen/README.md.
 *
 * TFK_R2C_R(GET, PUT, PUT_REAL): X_k = sum_j x_j exp(-2 pi i j k / R) of real x, k = 0 …
 * R/2. GET(j, x) assigns leg j, PUT(k, re, im) takes result k, PUT_REAL(0, re) the first
 * one.
 * TFK_C2R_R(GET, GET_REAL, PUT): x_j = sum_k X_k exp(-2 pi i j k / R) from that half,
 * with GET(k, re, im), GET_REAL(0, re) and PUT(j, x). */
#ifndef TFI_CPU_DFT_REAL_GEN_H
#define TFI_CPU_DFT_REAL_GEN_H

/* 3 additions, 1 multiply-adds, 1 multiplications */
#define TFK_R2C_3(GET, PUT, PUT_REAL) \
    do { \
        V v1; \
        GET(1, v1); \
        V v2; \
        GET(2, v2); \
        const V v3 = v1 + v2; \
        const V v4 = v1 - v2; \
        V v0; \
        GET(0, v0); \
        const V v5 = v0 + v3; \
        PUT_REAL(0, v5); \
        const V v6 = FNMA(v3, K(0.5), v0); \
        const V v7 = v4 * K(-0.866025403784438646763723); \
        PUT(1, v6, v7); \
    } while (0)

/* 1 additions, 3 multiply-adds, 0 multiplications */
#define TFK_C2R_3(GET, GET_REAL, PUT) \
    do { \
        V v1, v2; \
        GET(1, v1, v2); \
        V v0; \
        GET_REAL(0, v0); \
        const V v3 = FMA(v1, K(2), v0); \
        PUT(0, v3); \
        const V v4 = v0 - v1; \
        const V v5 = FMA(v2, K(1.732050807568877293527446), v4); \
        PUT(1, v5); \
        const V v6 = FNMA(v2, K(1.732050807568877293527446), v4); \
        PUT(2, v6); \
    } while (0)

/* 6 additions, 6 multiply-adds, 2 multiplications */
#define TFK_R2C_5(GET, PUT, PUT_REAL) \
    do { \
        V v1; \
        GET(1, v1); \
        V v4; \
        GET(4, v4); \
        const V v5 = v1 + v4; \
        V v2; \
        GET(2, v2); \
        V v3; \
        GET(3, v3); \
        const V v6 = v2 + v3; \
        const V v7 = v1 - v4; \
        const V v8 = v2 - v3; \
        V v0; \
        GET(0, v0); \
        const V v9 = v0 + v5; \
        const V v10 = v6 + v9; \
        PUT_REAL(0, v10); \
        const V v11 = FMA(v5, K(0.309016994374947424102293), v0); \
        const V v12 = FNMA(v6, K(0.809016994374947424102293), v11); \
        const V v13 = FNMA(v5, K(0.809016994374947424102293), v0); \
        const V v14 = FMA(v6, K(0.309016994374947424102293), v13); \
        const V v15 = FMA(v8, K(0.618033988749894848204587), v7); \
        const V v16 = FNMA(v7, K(0.618033988749894848204587), v8); \
        const V v17 = v15 * K(-0.951056516295153572116439); \
        PUT(1, v12, v17); \
        const V v18 = v16 * K(0.951056516295153572116439); \
        PUT(2, v14, v18); \
    } while (0)

/* 0 additions, 12 multiply-adds, 0 multiplications */
#define TFK_C2R_5(GET, GET_REAL, PUT) \
    do { \
        V v1, v2; \
        GET(1, v1, v2); \
        V v0; \
        GET_REAL(0, v0); \
        const V v5 = FMA(v1, K(2), v0); \
        V v3, v4; \
        GET(2, v3, v4); \
        const V v6 = FMA(v3, K(2), v5); \
        PUT(0, v6); \
        const V v7 = FMA(v1, K(0.618033988749894848204587), v0); \
        const V v8 = FNMA(v3, K(1.618033988749894848204587), v7); \
        const V v9 = FMA(v4, K(0.618033988749894848204587), v2); \
        const V v10 = FMA(v9, K(1.902113032590307144232879), v8); \
        PUT(1, v10); \
        const V v11 = FNMA(v9, K(1.902113032590307144232879), v8); \
        PUT(4, v11); \
        const V v12 = FNMA(v1, K(1.618033988749894848204587), v0); \
        const V v13 = FMA(v3, K(0.618033988749894848204587), v12); \
        const V v14 = FNMA(v2, K(0.618033988749894848204587), v4); \
        const V v15 = FNMA(v14, K(1.902113032590307144232879), v13); \
        PUT(2, v15); \
        const V v16 = FMA(v14, K(1.902113032590307144232879), v13); \
        PUT(3, v16); \
    } while (0)

/* 9 additions, 15 multiply-adds, 3 multiplications */
#define TFK_R2C_7(GET, PUT, PUT_REAL) \
    do { \
        V v1; \
        GET(1, v1); \
        V v6; \
        GET(6, v6); \
        const V v7 = v1 + v6; \
        V v2; \
        GET(2, v2); \
        V v5; \
        GET(5, v5); \
        const V v8 = v2 + v5; \
        V v3; \
        GET(3, v3); \
        V v4; \
        GET(4, v4); \
        const V v9 = v3 + v4; \
        const V v10 = v1 - v6; \
        const V v11 = v2 - v5; \
        const V v12 = v3 - v4; \
        V v0; \
        GET(0, v0); \
        const V v13 = v0 + v7; \
        const V v14 = v8 + v13; \
        const V v15 = v9 + v14; \
        PUT_REAL(0, v15); \
        const V v16 = FMA(v7, K(0.623489801858733530525005), v0); \
        const V v17 = FMA(v8, K(-0.222520933956314404288903), v16); \
        const V v18 = FMA(v9, K(-0.900968867902419126236102), v17); \
        const V v19 = FMA(v10, K(0.801937735804838252472205), v11); \
        const V v20 = FMA(v12, K(0.445041867912628808577805), v19); \
        const V v21 = FMA(v7, K(-0.222520933956314404288903), v0); \
        const V v22 = FMA(v8, K(-0.900968867902419126236102), v21); \
        const V v23 = FMA(v9, K(0.623489801858733530525005), v22); \
        const V v24 = FNMA(v11, K(0.445041867912628808577805), v10); \
        const V v25 = FNMA(v12, K(0.801937735804838252472205), v24); \
        const V v26 = FMA(v7, K(-0.900968867902419126236102), v0); \
        const V v27 = FMA(v8, K(0.623489801858733530525005), v26); \
        const V v28 = FMA(v9, K(-0.222520933956314404288903), v27); \
        const V v29 = FNMA(v10, K(0.554958132087371191422195), v11); \
        const V v30 = FNMA(v29, K(0.801937735804838252472205), v12); \
        const V v31 = v20 * K(-0.974927912181823607018132); \
        PUT(1, v18, v31); \
        const V v32 = v25 * K(-0.974927912181823607018132); \
        PUT(2, v23, v32); \
        const V v33 = v30 * K(-0.974927912181823607018132); \
        PUT(3, v28, v33); \
    } while (0)

/* 0 additions, 24 multiply-adds, 0 multiplications */
#define TFK_C2R_7(GET, GET_REAL, PUT) \
    do { \
        V v1, v2; \
        GET(1, v1, v2); \
        V v0; \
        GET_REAL(0, v0); \
        const V v7 = FMA(v1, K(2), v0); \
        V v3, v4; \
        GET(2, v3, v4); \
        const V v8 = FMA(v3, K(2), v7); \
        V v5, v6; \
        GET(3, v5, v6); \
        const V v9 = FMA(v5, K(2), v8); \
        PUT(0, v9); \
        const V v10 = FMA(v1, K(1.24697960371746706105001), v0); \
        const V v11 = FMA(v3, K(-0.445041867912628808577805), v10); \
        const V v12 = FMA(v5, K(-1.801937735804838252472205), v11); \
        const V v13 = FMA(v2, K(0.801937735804838252472205), v4); \
        const V v14 = FMA(v6, K(0.445041867912628808577805), v13); \
        const V v15 = FMA(v14, K(1.949855824363647214036263), v12); \
        PUT(1, v15); \
        const V v16 = FNMA(v14, K(1.949855824363647214036263), v12); \
        PUT(6, v16); \
        const V v17 = FMA(v1, K(-0.445041867912628808577805), v0); \
        const V v18 = FMA(v3, K(-1.801937735804838252472205), v17); \
        const V v19 = FMA(v5, K(1.24697960371746706105001), v18); \
        const V v20 = FNMA(v4, K(0.445041867912628808577805), v2); \
        const V v21 = FNMA(v6, K(0.801937735804838252472205), v20); \
        const V v22 = FMA(v21, K(1.949855824363647214036263), v19); \
        PUT(2, v22); \
        const V v23 = FNMA(v21, K(1.949855824363647214036263), v19); \
        PUT(5, v23); \
        const V v24 = FMA(v1, K(-1.801937735804838252472205), v0); \
        const V v25 = FMA(v3, K(1.24697960371746706105001), v24); \
        const V v26 = FMA(v5, K(-0.445041867912628808577805), v25); \
        const V v27 = FNMA(v2, K(0.554958132087371191422195), v4); \
        const V v28 = FNMA(v27, K(0.801937735804838252472205), v6); \
        const V v29 = FMA(v28, K(1.949855824363647214036263), v26); \
        PUT(3, v29); \
        const V v30 = FNMA(v28, K(1.949855824363647214036263), v26); \
        PUT(4, v30); \
    } while (0)

/* 12 additions, 26 multiply-adds, 4 multiplications */
#define TFK_R2C_9(GET, PUT, PUT_REAL) \
    do { \
        V v3; \
        GET(3, v3); \
        V v6; \
        GET(6, v6); \
        const V v9 = v3 + v6; \
        const V v10 = v3 - v6; \
        V v0; \
        GET(0, v0); \
        const V v11 = v0 + v9; \
        const V v12 = FNMA(v9, K(0.5), v0); \
        V v4; \
        GET(4, v4); \
        V v7; \
        GET(7, v7); \
        const V v13 = v4 + v7; \
        const V v14 = v4 - v7; \
        V v1; \
        GET(1, v1); \
        const V v15 = v1 + v13; \
        const V v16 = FNMA(v13, K(0.5), v1); \
        V v5; \
        GET(5, v5); \
        V v8; \
        GET(8, v8); \
        const V v17 = v5 + v8; \
        const V v18 = v5 - v8; \
        V v2; \
        GET(2, v2); \
        const V v19 = v2 + v17; \
        const V v20 = FNMA(v17, K(0.5), v2); \
        const V v21 = v15 + v19; \
        const V v22 = v15 - v19; \
        const V v23 = v11 + v21; \
        PUT_REAL(0, v23); \
        const V v24 = FNMA(v21, K(0.5), v11); \
        const V v25 = FMA(v14, K(-0.726681596905677465811652), v16); \
        const V v26 = FMA(v16, K(0.968908795874236621082202), v14); \
        const V v27 = FNMA(v20, K(0.203604859554852403062089), v18); \
        const V v28 = FMA(v18, K(0.152703644666139302296567), v20); \
        const V v29 = FNMA(v25, K(0.898197570222573798468956), v27); \
        const V v30 = FMA(v26, K(0.673648177666930348851717), v28); \
        const V v31 = FMA(v25, K(0.898197570222573798468956), v27); \
        const V v32 = FNMA(v26, K(0.673648177666930348851717), v28); \
        const V v33 = FNMA(v29, K(0.852868531952443209628251), v12); \
        const V v34 = FMA(v29, K(0.426434265976221604814125), v12); \
        const V v35 = FMA(v32, K(0.852868531952443209628251), v34); \
        const V v37 = FMA(v10, K(0.879385241571816768108219), v30); \
        const V v38 = FNMA(v30, K(0.568579021301628806418834), v10); \
        const V v39 = FMA(v31, K(0.852868531952443209628251), v38); \
        const V v41 = FMA(v16, K(0.203604859554852403062089), v14); \
        const V v42 = FMA(v14, K(-0.152703644666139302296567), v16); \
        const V v43 = FNMA(v18, K(0.315207469095904627298648), v20); \
        const V v44 = FMA(v20, K(0.420276625461206169731531), v18); \
        const V v45 = FNMA(v41, K(0.907603734547952313649324), v43); \
        const V v46 = FMA(v44, K(0.826351822333069651148283), v42); \
        const V v49 = FNMA(v45, K(0.939692620785908384054109), v12); \
        const V v53 = FNMA(v10, K(0.879385241571816768108219), v46); \
        const V v57 = v37 * K(-0.984807753012208059366743); \
        PUT(1, v33, v57); \
        const V v58 = v53 * K(-0.984807753012208059366743); \
        PUT(2, v49, v58); \
        const V v59 = v22 * K(-0.866025403784438646763723); \
        PUT(3, v24, v59); \
        const V v60 = v39 * K(-0.866025403784438646763723); \
        PUT(4, v35, v60); \
    } while (0)

/* 8 additions, 31 multiply-adds, 8 multiplications */
#define TFK_C2R_9(GET, GET_REAL, PUT) \
    do { \
        V v1, v2; \
        GET(1, v1, v2); \
        V v0; \
        GET_REAL(0, v0); \
        const V v9 = FMA(v1, K(2), v0); \
        V v3, v4; \
        GET(2, v3, v4); \
        const V v10 = FMA(v3, K(2), v9); \
        V v5, v6; \
        GET(3, v5, v6); \
        const V v11 = FMA(v5, K(2), v10); \
        V v7, v8; \
        GET(4, v7, v8); \
        const V v12 = FMA(v7, K(2), v11); \
        PUT(0, v12); \
        const V v13 = FMA(v1, K(1.532088886237956070404785), v0); \
        const V v14 = FMA(v3, K(0.347296355333860697703433), v13); \
        const V v15 = v5 - v14; \
        const V v16 = FMA(v7, K(1.879385241571816768108219), v15); \
        const V v17 = FMA(v2, K(0.652703644666139302296567), v4); \
        const V v18 = FMA(v6, K(0.879385241571816768108219), v17); \
        const V v19 = FMA(v8, K(0.347296355333860697703433), v18); \
        const V v20 = FNMA(v19, K(1.969615506024416118733486), v16); \
        const V v21 = FMA(v19, K(1.969615506024416118733486), v16); \
        const V v22 = FMA(v1, K(0.347296355333860697703433), v0); \
        const V v23 = FNMA(v3, K(1.879385241571816768108219), v22); \
        const V v24 = v5 - v23; \
        const V v25 = FMA(v7, K(-1.532088886237956070404785), v24); \
        const V v26 = FMA(v4, K(0.347296355333860697703433), v2); \
        const V v27 = FNMA(v6, K(0.879385241571816768108219), v26); \
        const V v28 = FNMA(v8, K(0.652703644666139302296567), v27); \
        const V v29 = FNMA(v28, K(1.969615506024416118733486), v25); \
        const V v30 = FMA(v28, K(1.969615506024416118733486), v25); \
        const V v31 = v0 - v1; \
        const V v32 = v3 - v31; \
        const V v33 = FNMA(v5, K(2), v32); \
        const V v34 = v7 + v33; \
        const V v35 = v2 - v4; \
        const V v36 = v8 + v35; \
        const V v37 = FNMA(v36, K(1.732050807568877293527446), v34); \
        const V v38 = FMA(v36, K(1.732050807568877293527446), v34); \
        const V v39 = FNMA(v1, K(1.879385241571816768108219), v0); \
        const V v40 = FMA(v3, K(1.532088886237956070404785), v39); \
        const V v41 = v5 - v40; \
        const V v42 = FMA(v7, K(-0.347296355333860697703433), v41); \
        const V v43 = FNMA(v2, K(0.532088886237956070404785), v4); \
        const V v44 = FNMA(v43, K(0.742227198968559155270551), v6); \
        const V v45 = FNMA(v44, K(0.879385241571816768108219), v8); \
        const V v46 = FMA(v45, K(1.969615506024416118733486), v42); \
        const V v47 = FNMA(v45, K(1.969615506024416118733486), v42); \
        const V v48 = v20 * K(-1); \
        PUT(1, v48); \
        const V v49 = v29 * K(-1); \
        PUT(2, v49); \
        const V v50 = v37 * K(-1); \
        PUT(3, v50); \
        const V v51 = v46 * K(-1); \
        PUT(4, v51); \
        const V v52 = v47 * K(-1); \
        PUT(5, v52); \
        const V v53 = v38 * K(-1); \
        PUT(6, v53); \
        const V v54 = v30 * K(-1); \
        PUT(7, v54); \
        const V v55 = v21 * K(-1); \
        PUT(8, v55); \
    } while (0)

/* 15 additions, 45 multiply-adds, 10 multiplications */
#define TFK_R2C_11(GET, PUT, PUT_REAL) \
    do { \
        V v1; \
        GET(1, v1); \
        V v10; \
        GET(10, v10); \
        const V v11 = v1 + v10; \
        V v2; \
        GET(2, v2); \
        V v9; \
        GET(9, v9); \
        const V v12 = v2 + v9; \
        V v3; \
        GET(3, v3); \
        V v8; \
        GET(8, v8); \
        const V v13 = v3 + v8; \
        V v4; \
        GET(4, v4); \
        V v7; \
        GET(7, v7); \
        const V v14 = v4 + v7; \
        V v5; \
        GET(5, v5); \
        V v6; \
        GET(6, v6); \
        const V v15 = v5 + v6; \
        const V v16 = v1 - v10; \
        const V v17 = v2 - v9; \
        const V v18 = v3 - v8; \
        const V v19 = v4 - v7; \
        const V v20 = v5 - v6; \
        V v0; \
        GET(0, v0); \
        const V v21 = v0 + v11; \
        const V v22 = v12 + v21; \
        const V v23 = v13 + v22; \
        const V v24 = v14 + v23; \
        const V v25 = v15 + v24; \
        PUT_REAL(0, v25); \
        const V v26 = v16 * K(0.540640817455597582107636); \
        const V v27 = FMA(v11, K(0.841253532831181168861812), v0); \
        const V v28 = FMA(v12, K(0.415415013001886425529274), v27); \
        const V v29 = FMA(v13, K(-0.142314838273285140443793), v28); \
        const V v30 = FMA(v14, K(-0.654860733945285064056925), v29); \
        const V v31 = FMA(v15, K(-0.959492973614497389890368), v30); \
        const V v32 = FMA(v17, K(0.909631995354518371411715), v26); \
        const V v33 = FMA(v18, K(0.989821441880932732376092), v32); \
        const V v34 = FMA(v19, K(0.755749574354258283774036), v33); \
        const V v35 = FMA(v20, K(0.281732556841429697711418), v34); \
        const V v36 = v16 * K(0.909631995354518371411715); \
        const V v37 = FMA(v11, K(0.415415013001886425529274), v0); \
        const V v38 = FMA(v12, K(-0.654860733945285064056925), v37); \
        const V v39 = FMA(v13, K(-0.959492973614497389890368), v38); \
        const V v40 = FMA(v14, K(-0.142314838273285140443793), v39); \
        const V v41 = FMA(v15, K(0.841253532831181168861812), v40); \
        const V v42 = FMA(v17, K(0.755749574354258283774036), v36); \
        const V v43 = FMA(v18, K(-0.281732556841429697711418), v42); \
        const V v44 = FMA(v19, K(-0.989821441880932732376092), v43); \
        const V v45 = FMA(v20, K(-0.540640817455597582107636), v44); \
        const V v46 = v16 * K(0.989821441880932732376092); \
        const V v47 = FMA(v11, K(-0.142314838273285140443793), v0); \
        const V v48 = FMA(v12, K(-0.959492973614497389890368), v47); \
        const V v49 = FMA(v13, K(0.415415013001886425529274), v48); \
        const V v50 = FMA(v14, K(0.841253532831181168861812), v49); \
        const V v51 = FMA(v15, K(-0.654860733945285064056925), v50); \
        const V v52 = FMA(v17, K(-0.281732556841429697711418), v46); \
        const V v53 = FMA(v18, K(-0.909631995354518371411715), v52); \
        const V v54 = FMA(v19, K(0.540640817455597582107636), v53); \
        const V v55 = FMA(v20, K(0.755749574354258283774036), v54); \
        const V v56 = v16 * K(0.755749574354258283774036); \
        const V v57 = FMA(v11, K(-0.654860733945285064056925), v0); \
        const V v58 = FMA(v12, K(-0.142314838273285140443793), v57); \
        const V v59 = FMA(v13, K(0.841253532831181168861812), v58); \
        const V v60 = FMA(v14, K(-0.959492973614497389890368), v59); \
        const V v61 = FMA(v15, K(0.415415013001886425529274), v60); \
        const V v62 = FMA(v17, K(-0.989821441880932732376092), v56); \
        const V v63 = FMA(v18, K(0.540640817455597582107636), v62); \
        const V v64 = FMA(v19, K(0.281732556841429697711418), v63); \
        const V v65 = FMA(v20, K(-0.909631995354518371411715), v64); \
        const V v66 = v16 * K(0.281732556841429697711418); \
        const V v67 = FMA(v11, K(-0.959492973614497389890368), v0); \
        const V v68 = FMA(v12, K(0.841253532831181168861812), v67); \
        const V v69 = FMA(v13, K(-0.654860733945285064056925), v68); \
        const V v70 = FMA(v14, K(0.415415013001886425529274), v69); \
        const V v71 = FMA(v15, K(-0.142314838273285140443793), v70); \
        const V v72 = FMA(v17, K(-0.540640817455597582107636), v66); \
        const V v73 = FMA(v18, K(0.755749574354258283774036), v72); \
        const V v74 = FMA(v19, K(-0.909631995354518371411715), v73); \
        const V v75 = FMA(v20, K(0.989821441880932732376092), v74); \
        const V v76 = v35 * K(-1); \
        PUT(1, v31, v76); \
        const V v77 = v45 * K(-1); \
        PUT(2, v41, v77); \
        const V v78 = v55 * K(-1); \
        PUT(3, v51, v78); \
        const V v79 = v65 * K(-1); \
        PUT(4, v61, v79); \
        const V v80 = v75 * K(-1); \
        PUT(5, v71, v80); \
    } while (0)

/* 10 additions, 50 multiply-adds, 5 multiplications */
#define TFK_C2R_11(GET, GET_REAL, PUT) \
    do { \
        V v1, v2; \
        GET(1, v1, v2); \
        V v0; \
        GET_REAL(0, v0); \
        const V v11 = FMA(v1, K(2), v0); \
        V v3, v4; \
        GET(2, v3, v4); \
        const V v12 = FMA(v3, K(2), v11); \
        V v5, v6; \
        GET(3, v5, v6); \
        const V v13 = FMA(v5, K(2), v12); \
        V v7, v8; \
        GET(4, v7, v8); \
        const V v14 = FMA(v7, K(2), v13); \
        V v9, v10; \
        GET(5, v9, v10); \
        const V v15 = FMA(v9, K(2), v14); \
        PUT(0, v15); \
        const V v16 = v2 * K(1.081281634911195164215272); \
        const V v17 = FMA(v1, K(1.682507065662362337723623), v0); \
        const V v18 = FMA(v3, K(0.830830026003772851058548), v17); \
        const V v19 = FMA(v5, K(-0.284629676546570280887585), v18); \
        const V v20 = FMA(v7, K(-1.30972146789057012811385), v19); \
        const V v21 = FMA(v9, K(-1.918985947228994779780736), v20); \
        const V v22 = FMA(v4, K(1.819263990709036742823431), v16); \
        const V v23 = FMA(v6, K(1.979642883761865464752184), v22); \
        const V v24 = FMA(v8, K(1.511499148708516567548072), v23); \
        const V v25 = FMA(v10, K(0.563465113682859395422836), v24); \
        const V v26 = v21 + v25; \
        PUT(1, v26); \
        const V v27 = v21 - v25; \
        PUT(10, v27); \
        const V v28 = v2 * K(1.819263990709036742823431); \
        const V v29 = FMA(v1, K(0.830830026003772851058548), v0); \
        const V v30 = FMA(v3, K(-1.30972146789057012811385), v29); \
        const V v31 = FMA(v5, K(-1.918985947228994779780736), v30); \
        const V v32 = FMA(v7, K(-0.284629676546570280887585), v31); \
        const V v33 = FMA(v9, K(1.682507065662362337723623), v32); \
        const V v34 = FMA(v4, K(1.511499148708516567548072), v28); \
        const V v35 = FMA(v6, K(-0.563465113682859395422836), v34); \
        const V v36 = FMA(v8, K(-1.979642883761865464752184), v35); \
        const V v37 = FMA(v10, K(-1.081281634911195164215272), v36); \
        const V v38 = v33 + v37; \
        PUT(2, v38); \
        const V v39 = v33 - v37; \
        PUT(9, v39); \
        const V v40 = v2 * K(1.979642883761865464752184); \
        const V v41 = FMA(v1, K(-0.284629676546570280887585), v0); \
        const V v42 = FMA(v3, K(-1.918985947228994779780736), v41); \
        const V v43 = FMA(v5, K(0.830830026003772851058548), v42); \
        const V v44 = FMA(v7, K(1.682507065662362337723623), v43); \
        const V v45 = FMA(v9, K(-1.30972146789057012811385), v44); \
        const V v46 = FMA(v4, K(-0.563465113682859395422836), v40); \
        const V v47 = FMA(v6, K(-1.819263990709036742823431), v46); \
        const V v48 = FMA(v8, K(1.081281634911195164215272), v47); \
        const V v49 = FMA(v10, K(1.511499148708516567548072), v48); \
        const V v50 = v45 + v49; \
        PUT(3, v50); \
        const V v51 = v45 - v49; \
        PUT(8, v51); \
        const V v52 = v2 * K(1.511499148708516567548072); \
        const V v53 = FMA(v1, K(-1.30972146789057012811385), v0); \
        const V v54 = FMA(v3, K(-0.284629676546570280887585), v53); \
        const V v55 = FMA(v5, K(1.682507065662362337723623), v54); \
        const V v56 = FMA(v7, K(-1.918985947228994779780736), v55); \
        const V v57 = FMA(v9, K(0.830830026003772851058548), v56); \
        const V v58 = FMA(v4, K(-1.979642883761865464752184), v52); \
        const V v59 = FMA(v6, K(1.081281634911195164215272), v58); \
        const V v60 = FMA(v8, K(0.563465113682859395422836), v59); \
        const V v61 = FMA(v10, K(-1.819263990709036742823431), v60); \
        const V v62 = v57 + v61; \
        PUT(4, v62); \
        const V v63 = v57 - v61; \
        PUT(7, v63); \
        const V v64 = v2 * K(0.563465113682859395422836); \
        const V v65 = FMA(v1, K(-1.918985947228994779780736), v0); \
        const V v66 = FMA(v3, K(1.682507065662362337723623), v65); \
        const V v67 = FMA(v5, K(-1.30972146789057012811385), v66); \
        const V v68 = FMA(v7, K(0.830830026003772851058548), v67); \
        const V v69 = FMA(v9, K(-0.284629676546570280887585), v68); \
        const V v70 = FMA(v4, K(-1.081281634911195164215272), v64); \
        const V v71 = FMA(v6, K(1.511499148708516567548072), v70); \
        const V v72 = FMA(v8, K(-1.819263990709036742823431), v71); \
        const V v73 = FMA(v10, K(1.979642883761865464752184), v72); \
        const V v74 = v69 + v73; \
        PUT(5, v74); \
        const V v75 = v69 - v73; \
        PUT(6, v75); \
    } while (0)

/* 18 additions, 66 multiply-adds, 12 multiplications */
#define TFK_R2C_13(GET, PUT, PUT_REAL) \
    do { \
        V v1; \
        GET(1, v1); \
        V v12; \
        GET(12, v12); \
        const V v13 = v1 + v12; \
        V v2; \
        GET(2, v2); \
        V v11; \
        GET(11, v11); \
        const V v14 = v2 + v11; \
        V v3; \
        GET(3, v3); \
        V v10; \
        GET(10, v10); \
        const V v15 = v3 + v10; \
        V v4; \
        GET(4, v4); \
        V v9; \
        GET(9, v9); \
        const V v16 = v4 + v9; \
        V v5; \
        GET(5, v5); \
        V v8; \
        GET(8, v8); \
        const V v17 = v5 + v8; \
        V v6; \
        GET(6, v6); \
        V v7; \
        GET(7, v7); \
        const V v18 = v6 + v7; \
        const V v19 = v1 - v12; \
        const V v20 = v2 - v11; \
        const V v21 = v3 - v10; \
        const V v22 = v4 - v9; \
        const V v23 = v5 - v8; \
        const V v24 = v6 - v7; \
        V v0; \
        GET(0, v0); \
        const V v25 = v0 + v13; \
        const V v26 = v14 + v25; \
        const V v27 = v15 + v26; \
        const V v28 = v16 + v27; \
        const V v29 = v17 + v28; \
        const V v30 = v18 + v29; \
        PUT_REAL(0, v30); \
        const V v31 = v19 * K(0.464723172043768545656015); \
        const V v32 = FMA(v13, K(0.885456025653209895900376), v0); \
        const V v33 = FMA(v14, K(0.568064746731155802511808), v32); \
        const V v34 = FMA(v15, K(0.120536680255323053349068), v33); \
        const V v35 = FMA(v16, K(-0.354604887042535625969638), v34); \
        const V v36 = FMA(v17, K(-0.748510748171101098634631), v35); \
        const V v37 = FMA(v18, K(-0.970941817426052027156982), v36); \
        const V v38 = FMA(v20, K(0.822983865893656394579617), v31); \
        const V v39 = FMA(v21, K(0.992708874098053992800752), v38); \
        const V v40 = FMA(v22, K(0.935016242685414823439785), v39); \
        const V v41 = FMA(v23, K(0.663122658240795202376785), v40); \
        const V v42 = FMA(v24, K(0.239315664287557767148754), v41); \
        const V v43 = v19 * K(0.822983865893656394579617); \
        const V v44 = FMA(v13, K(0.568064746731155802511808), v0); \
        const V v45 = FMA(v14, K(-0.354604887042535625969638), v44); \
        const V v46 = FMA(v15, K(-0.970941817426052027156982), v45); \
        const V v47 = FMA(v16, K(-0.748510748171101098634631), v46); \
        const V v48 = FMA(v17, K(0.120536680255323053349068), v47); \
        const V v49 = FMA(v18, K(0.885456025653209895900376), v48); \
        const V v50 = FMA(v20, K(0.935016242685414823439785), v43); \
        const V v51 = FMA(v21, K(0.239315664287557767148754), v50); \
        const V v52 = FMA(v22, K(-0.663122658240795202376785), v51); \
        const V v53 = FMA(v23, K(-0.992708874098053992800752), v52); \
        const V v54 = FMA(v24, K(-0.464723172043768545656015), v53); \
        const V v55 = v19 * K(0.992708874098053992800752); \
        const V v56 = FMA(v13, K(0.120536680255323053349068), v0); \
        const V v57 = FMA(v14, K(-0.970941817426052027156982), v56); \
        const V v58 = FMA(v15, K(-0.354604887042535625969638), v57); \
        const V v59 = FMA(v16, K(0.885456025653209895900376), v58); \
        const V v60 = FMA(v17, K(0.568064746731155802511808), v59); \
        const V v61 = FMA(v18, K(-0.748510748171101098634631), v60); \
        const V v62 = FMA(v20, K(0.239315664287557767148754), v55); \
        const V v63 = FMA(v21, K(-0.935016242685414823439785), v62); \
        const V v64 = FMA(v22, K(-0.464723172043768545656015), v63); \
        const V v65 = FMA(v23, K(0.822983865893656394579617), v64); \
        const V v66 = FMA(v24, K(0.663122658240795202376785), v65); \
        const V v67 = v19 * K(0.935016242685414823439785); \
        const V v68 = FMA(v13, K(-0.354604887042535625969638), v0); \
        const V v69 = FMA(v14, K(-0.748510748171101098634631), v68); \
        const V v70 = FMA(v15, K(0.885456025653209895900376), v69); \
        const V v71 = FMA(v16, K(0.120536680255323053349068), v70); \
        const V v72 = FMA(v17, K(-0.970941817426052027156982), v71); \
        const V v73 = FMA(v18, K(0.568064746731155802511808), v72); \
        const V v74 = FMA(v20, K(-0.663122658240795202376785), v67); \
        const V v75 = FMA(v21, K(-0.464723172043768545656015), v74); \
        const V v76 = FMA(v22, K(0.992708874098053992800752), v75); \
        const V v77 = FMA(v23, K(-0.239315664287557767148754), v76); \
        const V v78 = FMA(v24, K(-0.822983865893656394579617), v77); \
        const V v79 = v19 * K(0.663122658240795202376785); \
        const V v80 = FMA(v13, K(-0.748510748171101098634631), v0); \
        const V v81 = FMA(v14, K(0.120536680255323053349068), v80); \
        const V v82 = FMA(v15, K(0.568064746731155802511808), v81); \
        const V v83 = FMA(v16, K(-0.970941817426052027156982), v82); \
        const V v84 = FMA(v17, K(0.885456025653209895900376), v83); \
        const V v85 = FMA(v18, K(-0.354604887042535625969638), v84); \
        const V v86 = FMA(v20, K(-0.992708874098053992800752), v79); \
        const V v87 = FMA(v21, K(0.822983865893656394579617), v86); \
        const V v88 = FMA(v22, K(-0.239315664287557767148754), v87); \
        const V v89 = FMA(v23, K(-0.464723172043768545656015), v88); \
        const V v90 = FMA(v24, K(0.935016242685414823439785), v89); \
        const V v91 = v19 * K(0.239315664287557767148754); \
        const V v92 = FMA(v13, K(-0.970941817426052027156982), v0); \
        const V v93 = FMA(v14, K(0.885456025653209895900376), v92); \
        const V v94 = FMA(v15, K(-0.748510748171101098634631), v93); \
        const V v95 = FMA(v16, K(0.568064746731155802511808), v94); \
        const V v96 = FMA(v17, K(-0.354604887042535625969638), v95); \
        const V v97 = FMA(v18, K(0.120536680255323053349068), v96); \
        const V v98 = FMA(v20, K(-0.464723172043768545656015), v91); \
        const V v99 = FMA(v21, K(0.663122658240795202376785), v98); \
        const V v100 = FMA(v22, K(-0.822983865893656394579617), v99); \
        const V v101 = FMA(v23, K(0.935016242685414823439785), v100); \
        const V v102 = FMA(v24, K(-0.992708874098053992800752), v101); \
        const V v103 = v42 * K(-1); \
        PUT(1, v37, v103); \
        const V v104 = v54 * K(-1); \
        PUT(2, v49, v104); \
        const V v105 = v66 * K(-1); \
        PUT(3, v61, v105); \
        const V v106 = v78 * K(-1); \
        PUT(4, v73, v106); \
        const V v107 = v90 * K(-1); \
        PUT(5, v85, v107); \
        const V v108 = v102 * K(-1); \
        PUT(6, v97, v108); \
    } while (0)

/* 12 additions, 72 multiply-adds, 6 multiplications */
#define TFK_C2R_13(GET, GET_REAL, PUT) \
    do { \
        V v1, v2; \
        GET(1, v1, v2); \
        V v0; \
        GET_REAL(0, v0); \
        const V v13 = FMA(v1, K(2), v0); \
        V v3, v4; \
        GET(2, v3, v4); \
        const V v14 = FMA(v3, K(2), v13); \
        V v5, v6; \
        GET(3, v5, v6); \
        const V v15 = FMA(v5, K(2), v14); \
        V v7, v8; \
        GET(4, v7, v8); \
        const V v16 = FMA(v7, K(2), v15); \
        V v9, v10; \
        GET(5, v9, v10); \
        const V v17 = FMA(v9, K(2), v16); \
        V v11, v12; \
        GET(6, v11, v12); \
        const V v18 = FMA(v11, K(2), v17); \
        PUT(0, v18); \
        const V v19 = v2 * K(0.929446344087537091312031); \
        const V v20 = FMA(v1, K(1.770912051306419791800751), v0); \
        const V v21 = FMA(v3, K(1.136129493462311605023615), v20); \
        const V v22 = FMA(v5, K(0.241073360510646106698135), v21); \
        const V v23 = FMA(v7, K(-0.709209774085071251939276), v22); \
        const V v24 = FMA(v9, K(-1.497021496342202197269261), v23); \
        const V v25 = FMA(v11, K(-1.941883634852104054313965), v24); \
        const V v26 = FMA(v4, K(1.645967731787312789159235), v19); \
        const V v27 = FMA(v6, K(1.985417748196107985601503), v26); \
        const V v28 = FMA(v8, K(1.870032485370829646879569), v27); \
        const V v29 = FMA(v10, K(1.326245316481590404753571), v28); \
        const V v30 = FMA(v12, K(0.478631328575115534297507), v29); \
        const V v31 = v25 + v30; \
        PUT(1, v31); \
        const V v32 = v25 - v30; \
        PUT(12, v32); \
        const V v33 = v2 * K(1.645967731787312789159235); \
        const V v34 = FMA(v1, K(1.136129493462311605023615), v0); \
        const V v35 = FMA(v3, K(-0.709209774085071251939276), v34); \
        const V v36 = FMA(v5, K(-1.941883634852104054313965), v35); \
        const V v37 = FMA(v7, K(-1.497021496342202197269261), v36); \
        const V v38 = FMA(v9, K(0.241073360510646106698135), v37); \
        const V v39 = FMA(v11, K(1.770912051306419791800751), v38); \
        const V v40 = FMA(v4, K(1.870032485370829646879569), v33); \
        const V v41 = FMA(v6, K(0.478631328575115534297507), v40); \
        const V v42 = FMA(v8, K(-1.326245316481590404753571), v41); \
        const V v43 = FMA(v10, K(-1.985417748196107985601503), v42); \
        const V v44 = FMA(v12, K(-0.929446344087537091312031), v43); \
        const V v45 = v39 + v44; \
        PUT(2, v45); \
        const V v46 = v39 - v44; \
        PUT(11, v46); \
        const V v47 = v2 * K(1.985417748196107985601503); \
        const V v48 = FMA(v1, K(0.241073360510646106698135), v0); \
        const V v49 = FMA(v3, K(-1.941883634852104054313965), v48); \
        const V v50 = FMA(v5, K(-0.709209774085071251939276), v49); \
        const V v51 = FMA(v7, K(1.770912051306419791800751), v50); \
        const V v52 = FMA(v9, K(1.136129493462311605023615), v51); \
        const V v53 = FMA(v11, K(-1.497021496342202197269261), v52); \
        const V v54 = FMA(v4, K(0.478631328575115534297507), v47); \
        const V v55 = FMA(v6, K(-1.870032485370829646879569), v54); \
        const V v56 = FMA(v8, K(-0.929446344087537091312031), v55); \
        const V v57 = FMA(v10, K(1.645967731787312789159235), v56); \
        const V v58 = FMA(v12, K(1.326245316481590404753571), v57); \
        const V v59 = v53 + v58; \
        PUT(3, v59); \
        const V v60 = v53 - v58; \
        PUT(10, v60); \
        const V v61 = v2 * K(1.870032485370829646879569); \
        const V v62 = FMA(v1, K(-0.709209774085071251939276), v0); \
        const V v63 = FMA(v3, K(-1.497021496342202197269261), v62); \
        const V v64 = FMA(v5, K(1.770912051306419791800751), v63); \
        const V v65 = FMA(v7, K(0.241073360510646106698135), v64); \
        const V v66 = FMA(v9, K(-1.941883634852104054313965), v65); \
        const V v67 = FMA(v11, K(1.136129493462311605023615), v66); \
        const V v68 = FMA(v4, K(-1.326245316481590404753571), v61); \
        const V v69 = FMA(v6, K(-0.929446344087537091312031), v68); \
        const V v70 = FMA(v8, K(1.985417748196107985601503), v69); \
        const V v71 = FMA(v10, K(-0.478631328575115534297507), v70); \
        const V v72 = FMA(v12, K(-1.645967731787312789159235), v71); \
        const V v73 = v67 + v72; \
        PUT(4, v73); \
        const V v74 = v67 - v72; \
        PUT(9, v74); \
        const V v75 = v2 * K(1.326245316481590404753571); \
        const V v76 = FMA(v1, K(-1.497021496342202197269261), v0); \
        const V v77 = FMA(v3, K(0.241073360510646106698135), v76); \
        const V v78 = FMA(v5, K(1.136129493462311605023615), v77); \
        const V v79 = FMA(v7, K(-1.941883634852104054313965), v78); \
        const V v80 = FMA(v9, K(1.770912051306419791800751), v79); \
        const V v81 = FMA(v11, K(-0.709209774085071251939276), v80); \
        const V v82 = FMA(v4, K(-1.985417748196107985601503), v75); \
        const V v83 = FMA(v6, K(1.645967731787312789159235), v82); \
        const V v84 = FMA(v8, K(-0.478631328575115534297507), v83); \
        const V v85 = FMA(v10, K(-0.929446344087537091312031), v84); \
        const V v86 = FMA(v12, K(1.870032485370829646879569), v85); \
        const V v87 = v81 + v86; \
        PUT(5, v87); \
        const V v88 = v81 - v86; \
        PUT(8, v88); \
        const V v89 = v2 * K(0.478631328575115534297507); \
        const V v90 = FMA(v1, K(-1.941883634852104054313965), v0); \
        const V v91 = FMA(v3, K(1.770912051306419791800751), v90); \
        const V v92 = FMA(v5, K(-1.497021496342202197269261), v91); \
        const V v93 = FMA(v7, K(1.136129493462311605023615), v92); \
        const V v94 = FMA(v9, K(-0.709209774085071251939276), v93); \
        const V v95 = FMA(v11, K(0.241073360510646106698135), v94); \
        const V v96 = FMA(v4, K(-0.929446344087537091312031), v89); \
        const V v97 = FMA(v6, K(1.326245316481590404753571), v96); \
        const V v98 = FMA(v8, K(-1.645967731787312789159235), v97); \
        const V v99 = FMA(v10, K(1.870032485370829646879569), v98); \
        const V v100 = FMA(v12, K(-1.985417748196107985601503), v99); \
        const V v101 = v95 + v100; \
        PUT(6, v101); \
        const V v102 = v95 - v100; \
        PUT(7, v102); \
    } while (0)

/* 33 additions, 31 multiply-adds, 7 multiplications */
#define TFK_R2C_15(GET, PUT, PUT_REAL) \
    do { \
        V v5; \
        GET(5, v5); \
        V v10; \
        GET(10, v10); \
        const V v15 = v5 + v10; \
        const V v16 = v5 - v10; \
        V v0; \
        GET(0, v0); \
        const V v17 = v0 + v15; \
        const V v18 = FNMA(v15, K(0.5), v0); \
        V v8; \
        GET(8, v8); \
        V v13; \
        GET(13, v13); \
        const V v19 = v8 + v13; \
        const V v20 = v8 - v13; \
        V v3; \
        GET(3, v3); \
        const V v21 = v3 + v19; \
        const V v22 = FNMA(v19, K(0.5), v3); \
        V v1; \
        GET(1, v1); \
        V v11; \
        GET(11, v11); \
        const V v23 = v1 + v11; \
        const V v24 = v1 - v11; \
        V v6; \
        GET(6, v6); \
        const V v25 = v6 + v23; \
        const V v26 = FNMA(v23, K(0.5), v6); \
        V v4; \
        GET(4, v4); \
        V v14; \
        GET(14, v14); \
        const V v27 = v4 + v14; \
        const V v28 = v4 - v14; \
        V v9; \
        GET(9, v9); \
        const V v29 = v9 + v27; \
        const V v30 = FNMA(v27, K(0.5), v9); \
        V v2; \
        GET(2, v2); \
        V v7; \
        GET(7, v7); \
        const V v31 = v2 + v7; \
        const V v32 = v2 - v7; \
        V v12; \
        GET(12, v12); \
        const V v33 = v12 + v31; \
        const V v34 = FNMA(v31, K(0.5), v12); \
        const V v35 = v21 + v33; \
        const V v36 = v25 + v29; \
        const V v37 = v21 - v33; \
        const V v38 = v25 - v29; \
        const V v39 = v17 + v35; \
        const V v40 = v36 + v39; \
        PUT_REAL(0, v40); \
        const V v41 = FMA(v35, K(0.309016994374947424102293), v17); \
        const V v42 = FNMA(v36, K(0.809016994374947424102293), v41); \
        const V v43 = FNMA(v35, K(0.809016994374947424102293), v17); \
        const V v44 = FMA(v36, K(0.309016994374947424102293), v43); \
        const V v45 = FMA(v38, K(0.618033988749894848204587), v37); \
        const V v46 = FNMA(v37, K(0.618033988749894848204587), v38); \
        const V v47 = v22 + v34; \
        const V v48 = v20 + v32; \
        const V v49 = v26 + v30; \
        const V v50 = v24 + v28; \
        const V v51 = v22 - v34; \
        const V v52 = v20 - v32; \
        const V v53 = v26 - v30; \
        const V v54 = v24 - v28; \
        const V v55 = v18 + v47; \
        const V v56 = v49 + v55; \
        const V v57 = FMA(v47, K(0.309016994374947424102293), v18); \
        const V v58 = FNMA(v49, K(0.809016994374947424102293), v57); \
        const V v59 = FNMA(v54, K(0.618033988749894848204587), v52); \
        const V v60 = FNMA(v59, K(0.82363910354633192587742), v58); \
        const V v61 = FMA(v59, K(0.82363910354633192587742), v58); \
        const V v62 = FNMA(v47, K(0.809016994374947424102293), v18); \
        const V v63 = FMA(v49, K(0.309016994374947424102293), v62); \
        const V v64 = FMA(v52, K(0.618033988749894848204587), v54); \
        const V v65 = FNMA(v64, K(0.82363910354633192587742), v63); \
        const V v66 = FMA(v64, K(0.82363910354633192587742), v63); \
        const V v67 = v16 + v48; \
        const V v68 = v50 - v67; \
        const V v69 = FMA(v48, K(0.309016994374947424102293), v16); \
        const V v70 = FMA(v50, K(0.809016994374947424102293), v69); \
        const V v71 = FMA(v53, K(0.618033988749894848204587), v51); \
        const V v72 = FMA(v70, K(0.910592997310029334643087), v71); \
        const V v73 = FNMA(v70, K(0.910592997310029334643087), v71); \
        const V v74 = FNMA(v48, K(0.809016994374947424102293), v16); \
        const V v75 = FNMA(v50, K(0.309016994374947424102293), v74); \
        const V v76 = FNMA(v51, K(0.618033988749894848204587), v53); \
        const V v77 = FNMA(v75, K(0.910592997310029334643087), v76); \
        const V v78 = FMA(v75, K(0.910592997310029334643087), v76); \
        const V v79 = v72 * K(-0.951056516295153572116439); \
        PUT(1, v60, v79); \
        const V v80 = v78 * K(0.951056516295153572116439); \
        PUT(2, v66, v80); \
        const V v81 = v46 * K(-0.951056516295153572116439); \
        PUT(3, v44, v81); \
        const V v82 = v73 * K(0.951056516295153572116439); \
        PUT(4, v61, v82); \
        const V v83 = v68 * K(-0.866025403784438646763723); \
        PUT(5, v56, v83); \
        const V v84 = v45 * K(-0.951056516295153572116439); \
        PUT(6, v42, v84); \
        const V v85 = v77 * K(0.951056516295153572116439); \
        PUT(7, v65, v85); \
    } while (0)

/* 13 additions, 51 multiply-adds, 0 multiplications */
#define TFK_C2R_15(GET, GET_REAL, PUT) \
    do { \
        V v9, v10; \
        GET(5, v9, v10); \
        V v0; \
        GET_REAL(0, v0); \
        const V v15 = FMA(v9, K(2), v0); \
        const V v16 = v0 - v9; \
        const V v17 = FMA(v10, K(1.732050807568877293527446), v16); \
        const V v18 = FNMA(v10, K(1.732050807568877293527446), v16); \
        V v3, v4; \
        GET(2, v3, v4); \
        V v13, v14; \
        GET(7, v13, v14); \
        const V v19 = v3 + v13; \
        const V v20 = v4 + v14; \
        const V v21 = v3 - v13; \
        const V v22 = v4 - v14; \
        V v5, v6; \
        GET(3, v5, v6); \
        const V v23 = v5 + v19; \
        const V v24 = FNMA(v19, K(0.5), v5); \
        const V v25 = FMA(v22, K(0.866025403784438646763723), v24); \
        const V v26 = FNMA(v22, K(0.866025403784438646763723), v24); \
        const V v27 = v6 - v20; \
        const V v28 = FMA(v20, K(0.5), v6); \
        const V v29 = FMA(v21, K(0.866025403784438646763723), v28); \
        const V v30 = FNMA(v21, K(0.866025403784438646763723), v28); \
        V v1, v2; \
        GET(1, v1, v2); \
        V v7, v8; \
        GET(4, v7, v8); \
        const V v31 = v1 + v7; \
        const V v32 = v2 - v8; \
        const V v33 = v1 - v7; \
        const V v34 = v2 + v8; \
        V v11, v12; \
        GET(6, v11, v12); \
        const V v35 = v11 + v31; \
        const V v36 = FNMA(v31, K(0.5), v11); \
        const V v37 = FNMA(v34, K(0.866025403784438646763723), v36); \
        const V v38 = FMA(v34, K(0.866025403784438646763723), v36); \
        const V v39 = v12 + v32; \
        const V v40 = FNMA(v32, K(0.5), v12); \
        const V v41 = FMA(v33, K(0.866025403784438646763723), v40); \
        const V v42 = FNMA(v33, K(0.866025403784438646763723), v40); \
        const V v43 = FMA(v23, K(2), v15); \
        const V v44 = FMA(v35, K(2), v43); \
        PUT(0, v44); \
        const V v45 = FMA(v23, K(0.618033988749894848204587), v15); \
        const V v46 = FNMA(v35, K(1.618033988749894848204587), v45); \
        const V v47 = FMA(v39, K(0.618033988749894848204587), v27); \
        const V v48 = FMA(v47, K(1.902113032590307144232879), v46); \
        PUT(6, v48); \
        const V v49 = FNMA(v47, K(1.902113032590307144232879), v46); \
        PUT(9, v49); \
        const V v50 = FNMA(v23, K(1.618033988749894848204587), v15); \
        const V v51 = FMA(v35, K(0.618033988749894848204587), v50); \
        const V v52 = FNMA(v27, K(0.618033988749894848204587), v39); \
        const V v53 = FNMA(v52, K(1.902113032590307144232879), v51); \
        PUT(12, v53); \
        const V v54 = FMA(v52, K(1.902113032590307144232879), v51); \
        PUT(3, v54); \
        const V v55 = FMA(v25, K(2), v17); \
        const V v56 = FMA(v37, K(2), v55); \
        PUT(10, v56); \
        const V v57 = FMA(v25, K(0.618033988749894848204587), v17); \
        const V v58 = FNMA(v37, K(1.618033988749894848204587), v57); \
        const V v59 = FMA(v41, K(0.618033988749894848204587), v29); \
        const V v60 = FMA(v59, K(1.902113032590307144232879), v58); \
        PUT(1, v60); \
        const V v61 = FNMA(v59, K(1.902113032590307144232879), v58); \
        PUT(4, v61); \
        const V v62 = FNMA(v25, K(1.618033988749894848204587), v17); \
        const V v63 = FMA(v37, K(0.618033988749894848204587), v62); \
        const V v64 = FNMA(v29, K(0.618033988749894848204587), v41); \
        const V v65 = FNMA(v64, K(1.902113032590307144232879), v63); \
        PUT(7, v65); \
        const V v66 = FMA(v64, K(1.902113032590307144232879), v63); \
        PUT(13, v66); \
        const V v67 = FMA(v26, K(2), v18); \
        const V v68 = FMA(v38, K(2), v67); \
        PUT(5, v68); \
        const V v69 = FMA(v26, K(0.618033988749894848204587), v18); \
        const V v70 = FNMA(v38, K(1.618033988749894848204587), v69); \
        const V v71 = FMA(v42, K(0.618033988749894848204587), v30); \
        const V v72 = FMA(v71, K(1.902113032590307144232879), v70); \
        PUT(11, v72); \
        const V v73 = FNMA(v71, K(1.902113032590307144232879), v70); \
        PUT(14, v73); \
        const V v74 = FNMA(v26, K(1.618033988749894848204587), v18); \
        const V v75 = FMA(v38, K(0.618033988749894848204587), v74); \
        const V v76 = FNMA(v30, K(0.618033988749894848204587), v42); \
        const V v77 = FNMA(v76, K(1.902113032590307144232879), v75); \
        PUT(2, v77); \
        const V v78 = FMA(v76, K(1.902113032590307144232879), v75); \
        PUT(8, v78); \
    } while (0)

#endif
