/* Declarations of the kernel. Generated from kernel/qttt.h by scripts/bindings.py. */
#define QTTT_INTERFACE 0xe99d12a7u
