/* Declarations of the kernel. Generated from kernel/qttt.h by scripts/bindings.py. */
#define QTTT_INTERFACE 0xfcb43c16u
