/* Declarations of the kernel. Generated from kernel/qttt.h by scripts/bindings.py. */
#define QTTT_INTERFACE 0x904d74b4u
