#include "TranslationKernels.h"

#include <math.h>

// Nothing is fused unless it says so.
#pragma STDC FP_CONTRACT OFF

#if defined(__aarch64__)
#define FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define FUSED(a, b, c) ((a) * (b) + (c))
#endif
#define LANES 4
#define NAME(x) x##_plain
#define TARGET
#include "TransformerLoops.inc"
#undef NAME
#undef TARGET

#if defined(__x86_64__)

#define LANES 8
#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2,fma")))
#define FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#include "TransformerLoops.inc"
#undef NAME
#undef TARGET

#define LANES 16
#define NAME(x) x##_avx512
#define TARGET __attribute__((target("avx512f,avx512vl,avx512dq,fma")))
#define FUSED(a, b, c) __builtin_elementwise_fma(a, b, c)
#include "TransformerLoops.inc"
#undef NAME
#undef TARGET

static int level(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return 2;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 0;
}

#define CHOSEN(x) (level() == 2 ? x##_avx512 : level() == 1 ? x##_avx2 : x##_plain)

#else

#define CHOSEN(x) x##_plain

#endif

float verbio_largest(const float *values, ptrdiff_t count) { return CHOSEN(magnitude)(values, count); }

void verbio_embed(const int8_t *row, float scale, const float *position, int count, float *output)
{
    CHOSEN(embed)(row, scale, position, count, output);
}

void verbio_add_norm(const float *x, const float *residual, const float *gain, const float *bias, int rows, int count,
                     float *output)
{
    CHOSEN(norm)(x, residual, gain, bias, rows, count, output);
}

void verbio_ssru_step(const float *forget, const float *input, float *memory, float *output, ptrdiff_t count)
{
    CHOSEN(ssru)(forget, input, memory, output, count);
}

void verbio_turn_keys(const float *keys, int count, int width, int padded, float *output)
{
    for (int index = 0; index < width; index++, output += padded) {
        for (int key = 0; key < count; key++) output[key] = keys[(size_t)key * width + index];
        for (int key = count; key < padded; key++) output[key] = 0;
    }
}

void verbio_attention(const float *queries, int rows, const float *keys, const float *values, int count, int padded,
                      int heads, int size, float *scores, float *weights, float *output)
{
    CHOSEN(attention)(queries, rows, keys, values, count, padded, heads, size, scores, weights, output);
}

int verbio_largest_place(const float *values, int count)
{
    int place = -1;
    float most = -INFINITY;
    for (int index = 0; index < count; index++)
        if (values[index] > most) {
            most = values[index];
            place = index;
        }
    return place;
}

float verbio_log_sum(const float *values, int count) { return CHOSEN(logSum)(values, count); }
