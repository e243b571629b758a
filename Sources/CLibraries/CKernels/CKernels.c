#include "CKernels.h"

#include <stddef.h>

// The past that the longest interpolator needs, and the longest tile.
#define VERBIO_LONGEST_LINE 128

#define LOOPS "Loops.inc"
#define MORE_LOOPS "SoundLoops.inc"
#include "Targets.inc"

void verbio_product(const float *weights, const float *bias, const float *input, int inputs, int columns, float *output,
                    int outputs)
{
    CHOSEN(product)(weights, bias, input, inputs, columns, output, outputs);
}

void verbio_lstm_step(const float *gates, float *memory, float *output, int cells)
{
    CHOSEN(lstm)(gates, memory, output, cells);
}

void verbio_weighted_energies(const float *elements, ptrdiff_t frames, ptrdiff_t stride, int channels,
                              const float *coefficients, float *memory, float *sums)
{
    CHOSEN(weighted)(elements, frames, stride, channels, coefficients, memory, sums);
}

void verbio_turn(const float *samples, ptrdiff_t count, ptrdiff_t distance, float *output)
{
    CHOSEN(turned)(samples, count, distance, output);
}

void verbio_copy_sound(const float *samples, ptrdiff_t count, float smallest, float largest, float *output)
{
    CHOSEN(sound)(samples, count, smallest, largest, output);
}

void verbio_tile_peaks(const float *samples, ptrdiff_t tiles, ptrdiff_t length, int channels, float *peaks)
{
    CHOSEN(peaks)(samples, tiles, length, channels, peaks);
}

float verbio_peak_between(const float *samples, int channels, int reach, int count, const float *taps, int phases,
                          int width)
{
    return CHOSEN(between)(samples, channels, reach, count, taps, phases, width);
}

void verbio_band_powers(const float *samples, ptrdiff_t count, const float *coefficients, float *memory, float *energies)
{
    CHOSEN(bands)(samples, count, coefficients, memory, energies);
}

void verbio_levels(const float *samples, ptrdiff_t count, float *readings)
{
    CHOSEN(levels)(samples, count, readings);
}

void verbio_extremes(const float *samples, ptrdiff_t count, float *readings)
{
    CHOSEN(extremes)(samples, count, readings);
}

void verbio_pixel_extremes(const float *samples, ptrdiff_t pixels, ptrdiff_t length, float *readings)
{
    CHOSEN(pixels)(samples, pixels, length, readings);
}

void verbio_short_pixel_extremes(const short *samples, ptrdiff_t pixels, ptrdiff_t length, short *readings)
{
    CHOSEN(shortPixels)(samples, pixels, length, readings);
}

void verbio_pair_sum_extremes(const short *samples, ptrdiff_t frames, int *readings)
{
    CHOSEN(pairSums)(samples, frames, readings);
}

int verbio_exceeds(const float *samples, ptrdiff_t count, float limit)
{
    return CHOSEN(exceeds)(samples, count, limit);
}

void verbio_split(const float *samples, ptrdiff_t frames, float *left, float *right)
{
    CHOSEN(split)(samples, frames, left, right);
}

void verbio_mix(const float *samples, ptrdiff_t frames, float *output, float *energies)
{
    CHOSEN(mixed)(samples, frames, output, energies);
}

int verbio_widen(const void *samples, ptrdiff_t count, float *output)
{
    return CHOSEN(widened)(samples, count, output);
}

const char *verbio_kernel_name(void)
{
    static const char *const names[] = {"plain", "avx2", "avx512"};
    return names[level()];
}
