#include "base/error.h"

G_DEFINE_QUARK(fiocompare-trouble, trouble)
