/* line_length.c - the length of a convolution: the cheapest of the smooth numbers above
 * a bound. */
#include "backend/cpu/line_tools.h"

/* Rough operations per point for one factor 2, 3, 5, 7. */
static const double factor_price[] = { 5.3, 9.0, 15.0, 22.0 };

enum { N_BEST = TFI_CONVOLUTION_LENGTHS };

typedef struct candidates {
    int count;
    int64_t length[N_BEST];
    double price[N_BEST];
} candidates;

static void offer(candidates *c, int64_t length, double price)
{
    int at = c->count < N_BEST ? c->count++ : N_BEST;
    if (at == N_BEST && price >= c->price[N_BEST - 1]) {
        return;
    }
    at = at == N_BEST ? N_BEST - 1 : at;
    for (; at > 0 && price < c->price[at - 1]; at--) {
        c->length[at] = c->length[at - 1];
        c->price[at] = c->price[at - 1];
    }
    c->length[at] = length;
    c->price[at] = price;
}

static candidates smooth_lengths(int64_t at_least)
{
    candidates best = { 0 };
    double price7 = 0;
    for (int64_t m7 = 1; m7 <= 49; m7 *= 7, price7 += factor_price[3]) {
        double price5 = price7;
        for (int64_t m5 = m7; m5 <= 125 * m7; m5 *= 5, price5 += factor_price[2]) {
            double price3 = price5;
            for (int64_t m3 = m5; m3 <= 729 * m5; m3 *= 3, price3 += factor_price[1]) {
                double price = price3 + factor_price[0];
                int64_t m = 2 * m3;
                for (; m < at_least; m *= 2) {
                    price += factor_price[0];
                }
                offer(&best, m, price * (double)m);
            }
        }
    }
    return best;
}

size_t tfi_convolution_lengths(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                               int64_t at_least,
                               int64_t lengths[TFI_CONVOLUTION_LENGTHS])
{
    const candidates rough = smooth_lengths(at_least);
    candidates best = { 0 };
    for (int i = 0; i < rough.count; i++) {
        double cost = 0;
        if (tfi_line_cost(planner, kind, dtype, rough.length[i], &cost) != TRNFFT_OK) {
            return 0;
        }
        offer(&best, rough.length[i], cost);
    }
    for (int i = 0; i < best.count; i++) {
        lengths[i] = best.length[i];
    }
    return (size_t)best.count;
}

trnfft_status tfi_convolution_length(tfi_planner *planner, tfi_line_kind kind,
                                     uint32_t dtype, int64_t at_least, int64_t *length)
{
    const candidates best = smooth_lengths(at_least);
    double lowest = 0;
    for (int i = 0; i < best.count; i++) {
        double cost = 0;
        TFI_TRY(tfi_line_cost(planner, kind, dtype, best.length[i], &cost));
        if (i == 0 || cost < lowest) {
            lowest = cost;
            *length = best.length[i];
        }
    }
    return TRNFFT_OK;
}

trnfft_status tfi_convolution_chosen(tfi_planner *planner, const tfi_line_problem *line,
                                     int64_t at_least, int64_t *length)
{
    if (planner->choice == NULL) {
        return tfi_convolution_length(planner, TFI_C2C, line->dtype, at_least, length);
    }
    const int64_t chosen = planner->choice->at[0];
    *length = chosen < at_least || chosen / 16 > line->n ? 0 : chosen;
    return TRNFFT_OK;
}

size_t tfi_convolution_choices(tfi_planner *planner, const tfi_line_problem *line,
                               int64_t at_least, tfi_choice *list, size_t capacity)
{
    int64_t lengths[TFI_CONVOLUTION_LENGTHS];
    size_t count =
        tfi_convolution_lengths(planner, TFI_C2C, line->dtype, at_least, lengths);
    count = count < capacity ? count : capacity;
    for (size_t i = 0; i < count; i++) {
        list[i] = (tfi_choice){ 1, { lengths[i] } };
    }
    return count;
}
