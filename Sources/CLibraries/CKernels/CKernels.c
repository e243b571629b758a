#include "CKernels.h"

#include <stddef.h>

// Nothing is fused unless it says so: every kind of processor must round in the same places.
#pragma STDC FP_CONTRACT OFF

#if defined(__aarch64__)
#define LANES 4
#define NAME(x) x##_plain
#define TARGET
#define FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define LANES 4
#define NAME(x) x##_plain
#define TARGET
#define FUSED(a, b, c) ((a) * (b) + (c))
#endif
#include "Loops.inc"

#if defined(__x86_64__)

#define LANES 8
#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2,fma")))
#define FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#include "Loops.inc"

#define LANES 16
#define NAME(x) x##_avx512
#define TARGET __attribute__((target("avx512f,avx512vl,avx512dq,fma")))
#define FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#include "Loops.inc"

// 0, 1, 2: plain, avx2, avx512.
static int level(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return 2;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 0;
}

void verbio_product(const float *weights, const float *bias, const float *input, int inputs, int columns, float *output,
                    int outputs)
{
    switch (level()) {
    case 2: product_avx512(weights, bias, input, inputs, columns, output, outputs); break;
    case 1: product_avx2(weights, bias, input, inputs, columns, output, outputs); break;
    default: product_plain(weights, bias, input, inputs, columns, output, outputs); break;
    }
}

void verbio_lstm_step(const float *gates, float *memory, float *output, int cells)
{
    switch (level()) {
    case 2: lstm_avx512(gates, memory, output, cells); break;
    case 1: lstm_avx2(gates, memory, output, cells); break;
    default: lstm_plain(gates, memory, output, cells); break;
    }
}

void verbio_weighted_energies(const float *elements, ptrdiff_t frames, ptrdiff_t stride, int channels,
                              const float *coefficients, float *memory, float *sums)
{
    switch (level()) {
    case 2: weighted_avx512(elements, frames, stride, channels, coefficients, memory, sums); break;
    case 1: weighted_avx2(elements, frames, stride, channels, coefficients, memory, sums); break;
    default: weighted_plain(elements, frames, stride, channels, coefficients, memory, sums); break;
    }
}

const char *verbio_kernel_name(void)
{
    static const char *const names[] = {"plain", "avx2", "avx512"};
    return names[level()];
}

#else

void verbio_product(const float *weights, const float *bias, const float *input, int inputs, int columns, float *output,
                    int outputs)
{
    product_plain(weights, bias, input, inputs, columns, output, outputs);
}

void verbio_lstm_step(const float *gates, float *memory, float *output, int cells)
{
    lstm_plain(gates, memory, output, cells);
}

void verbio_weighted_energies(const float *elements, ptrdiff_t frames, ptrdiff_t stride, int channels,
                              const float *coefficients, float *memory, float *sums)
{
    weighted_plain(elements, frames, stride, channels, coefficients, memory, sums);
}

const char *verbio_kernel_name(void) { return "plain"; }

#endif
