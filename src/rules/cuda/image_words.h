/* Sentences about module images that do not load.
 * Threads: any, no shared state. */
#ifndef IQ_RULES_CUDA_IMAGE_WORDS_H
#define IQ_RULES_CUDA_IMAGE_WORDS_H

#include "image/judge.h"
#include "rules/rules.h"

/* Appends what is wrong, why and what to change; nothing if the verdict has no defect.  [image] and
 * [target]: what it was made of. */
void iq_put_image_verdict(struct iq_words *words, const struct iq_image *image,
                          const struct iq_image_target *target,
                          const struct iq_image_verdict *verdict);

#endif
