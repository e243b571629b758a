#include "TranslationKernels.h"

#include <math.h>

#define LOOPS "TransformerLoops.inc"
#include "Targets.inc"

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
