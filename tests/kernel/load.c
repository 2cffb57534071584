/* Loads a DLL of the kernel and prints the hash of its interface. */
#include <stdio.h>
#include <windows.h>

int main(int count, char **words) {
    const HMODULE library = count > 1 ? LoadLibraryA(words[1]) : NULL;
    unsigned (*const hash)(void) =
        library ? (unsigned (*)(void))(void *)GetProcAddress(library, "qttt_interface") : NULL;
    if (!hash) return 1;
    printf("%08x\n", hash());
    return 0;
}
