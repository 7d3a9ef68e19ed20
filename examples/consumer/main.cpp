// A C++17 program with the installed library; std::complex arrays are interleaved
// pairs.
#include <complex>
#include <iostream>
#include <memory>
#include <vector>

#include <trnfft/trnfft.h>

namespace
{
struct destroy_plan {
    void operator()(trnfft_plan *plan) const
    {
        trnfft_plan_destroy(plan);
    }
};
} // namespace

int main()
{
    std::vector<std::complex<double>> x(60), y(60);
    x[1] = 1.0;
    const std::int64_t shape[] = { 60 };
    trnfft_problem problem = TRNFFT_PROBLEM_INIT;
    problem.op = TRNFFT_OP_FFT;
    problem.in = trnfft_tensor_interleaved(TRNFFT_F64, 1, shape, x.data());
    problem.out = trnfft_tensor_interleaved(TRNFFT_F64, 1, shape, y.data());
    problem.n_dim = 1;
    problem.dim[0] = 0;
    problem.n[0] = TRNFFT_N_DEFAULT;
    trnfft_plan_options options = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_stft_options stft = TRNFFT_STFT_OPTIONS_INIT;
    (void)stft;

    trnfft_plan *raw = nullptr;
    if (trnfft_plan_create(nullptr, &problem, &options, &raw) != TRNFFT_OK) {
        std::cerr << trnfft_last_error() << '\n';
        return 1;
    }
    std::unique_ptr<trnfft_plan, destroy_plan> plan(raw);
    auto *in = reinterpret_cast<double *>(x.data());
    auto *out = reinterpret_cast<double *>(y.data());
    if (trnfft_plan_execute(plan.get(), in, in + 1, out, out + 1, nullptr, 0) !=
        TRNFFT_OK) {
        std::cerr << trnfft_last_error() << '\n';
        return 1;
    }
    std::cout << "bin 15 of a delay by one in 60: " << y[15] << '\n';
    return std::abs(y[15] - std::complex<double>(0, -1)) < 1e-14 ? 0 : 1;
}
