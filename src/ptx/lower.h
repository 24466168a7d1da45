/* The lowering functions named by isa.def. */
#ifndef IQ_PTX_LOWER_H
#define IQ_PTX_LOWER_H

#include "ptx/body.h"

static inline bool iq_ptx_has(const struct iq_ptx_statement *st, enum iq_ptx_modifier_group g)
{
    return st->set[g] != 0;
}
/* Value of a modifier, 0 without it. */
static inline uint32_t iq_ptx_val(const struct iq_ptx_statement *st, enum iq_ptx_modifier_group g)
{
    return st->set[g] ? st->set[g] - 1u : 0;
}

/* of clusterlaunchcontrol (modifiers.def) */
enum { CANCEL_TRY, CANCEL_QUERY };
enum { RESPONSE_TO_ALL, RESPONSE_CANCELLED, RESPONSE_BLOCK, RESPONSE_X };

#define IQ_PTX_LOWER(name) \
    void iq_ptx_lower_##name(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
IQ_PTX_LOWER(addsub);
IQ_PTX_LOWER(carry);
IQ_PTX_LOWER(lane1);
IQ_PTX_LOWER(lane2);
IQ_PTX_LOWER(lane3);
IQ_PTX_LOWER(lane4);
IQ_PTX_LOWER(lane1u);
IQ_PTX_LOWER(lane3u);
IQ_PTX_LOWER(mul);
IQ_PTX_LOWER(mad);
IQ_PTX_LOWER(half2);
IQ_PTX_LOWER(half3);
IQ_PTX_LOWER(alu_w);
IQ_PTX_LOWER(alu_su);
IQ_PTX_LOWER(bfind);
IQ_PTX_LOWER(bmsk);
IQ_PTX_LOWER(dot);
IQ_PTX_LOWER(pred);
IQ_PTX_LOWER(lop3);
IQ_PTX_LOWER(shf);
IQ_PTX_LOWER(prmt);
IQ_PTX_LOWER(setp);
IQ_PTX_LOWER(set);
IQ_PTX_LOWER(selp);
IQ_PTX_LOWER(slct);
IQ_PTX_LOWER(float);
IQ_PTX_LOWER(testp);
IQ_PTX_LOWER(mov);
IQ_PTX_LOWER(cvt);
IQ_PTX_LOWER(cvta);
IQ_PTX_LOWER(isspacep);
IQ_PTX_LOWER(ld);
IQ_PTX_LOWER(st);
IQ_PTX_LOWER(nothing);
IQ_PTX_LOWER(atom);
IQ_PTX_LOWER(fence);
IQ_PTX_LOWER(bra);
IQ_PTX_LOWER(brx);
IQ_PTX_LOWER(call);
IQ_PTX_LOWER(ret);
IQ_PTX_LOWER(exit);
IQ_PTX_LOWER(simple);
IQ_PTX_LOWER(nanosleep);
IQ_PTX_LOWER(unsupported);
IQ_PTX_LOWER(bar);
IQ_PTX_LOWER(shfl);
IQ_PTX_LOWER(vote);
IQ_PTX_LOWER(match);
IQ_PTX_LOWER(activemask);
IQ_PTX_LOWER(redux);
IQ_PTX_LOWER(elect);
IQ_PTX_LOWER(mapa);
IQ_PTX_LOWER(getctarank);
IQ_PTX_LOWER(cp);
IQ_PTX_LOWER(bulk);
IQ_PTX_LOWER(tensor);
IQ_PTX_LOWER(tensormap);
IQ_PTX_LOWER(st_async);
IQ_PTX_LOWER(st_bulk);
IQ_PTX_LOWER(cancel);
IQ_PTX_LOWER(mixed);
IQ_PTX_LOWER(three);
IQ_PTX_LOWER(red_async);
IQ_PTX_LOWER(pairs);
IQ_PTX_LOWER(createpolicy);
IQ_PTX_LOWER(alloca);
IQ_PTX_LOWER(stack);
IQ_PTX_LOWER(video);
IQ_PTX_LOWER(video_pairs);
IQ_PTX_LOWER(tex);
IQ_PTX_LOWER(surface);
IQ_PTX_LOWER(sured);
IQ_PTX_LOWER(txq);
IQ_PTX_LOWER(mma);
IQ_PTX_LOWER(wmma);
IQ_PTX_LOWER(ldmatrix);
IQ_PTX_LOWER(movmatrix);
IQ_PTX_LOWER(wgmma);
IQ_PTX_LOWER(mbarrier);
IQ_PTX_LOWER(cp_mbarrier);
/* flags: COPY_GROUP_BULK, COPY_GROUP_MATRIX or 0 */
void iq_ptx_lower_copy_group(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                             uint32_t flags);

/* An address with its offset, in one register. */
uint32_t iq_ptx_lower_whole_address(struct iq_ptx_body *b, const struct iq_ptx_operand *m);

#endif
