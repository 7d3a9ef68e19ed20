/* both_types_tmpl.h - the template that TEMPLATE names, for float and for double: T is
 * the type, TYPE its index into kernel tables, FN(name) a name of its own. */
#define T        float
#define TYPE     TFK_F32
#define FN(name) name##_f32
#include TEMPLATE
#undef T
#undef TYPE
#undef FN
#define T        double
#define TYPE     TFK_F64
#define FN(name) name##_f64
#include TEMPLATE
#undef T
#undef TYPE
#undef FN
#undef TEMPLATE
