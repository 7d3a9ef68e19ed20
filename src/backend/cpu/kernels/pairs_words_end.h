/* pairs_words_end.h - undefines the words of pairs_words_tmpl.h. */
#undef POINTS
#undef SWAP
#undef MIXED
#undef EVEN_POINTS
#undef ODD_POINTS
#undef LOW_HALVES
#undef HIGH_HALVES
#undef K_MIXED
#undef SUM_DIFF
#undef DIFF_SUM
#undef FMA_DIFF_SUM
#undef FIRSTS
#undef SECONDS
#undef TIMES
#undef FMA_SUM_DIFF
#undef EVEN_QUARTERS
#undef ODD_QUARTERS
