/* What csmith's programs need of csmith.h, in few lines. */
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef unsigned long size_t;
extern
#ifdef __cplusplus
"C"
#endif
int printf(const char *format, ...);
extern
#ifdef __cplusplus
"C"
#endif
int strcmp(const char *one, const char *other);
static uint32_t crc32_tab[256];
static uint32_t crc32_context = 0xFFFFFFFFUL;
static void crc32_gentab(void) {
    const uint32_t poly = 0xEDB88320UL;
    for (int i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int j = 8; j > 0; j--) {
            if (crc & 1) {
                crc = (crc >> 1) ^ poly;
            } else {
                crc >>= 1;
            }
        }
        crc32_tab[i] = crc;
    }
}
static void crc32_byte(uint8_t b) {
    crc32_context = ((crc32_context >> 8) & 0x00FFFFFF) ^ crc32_tab[(crc32_context ^ b) & 0xFF];
}
static void transparent_crc(uint64_t val, const char *vname, int flag) {
    for (int i = 0; i < 8; i++) {
        crc32_byte((val >> (8 * i)) & 0xff);
    }
    if (flag) {
        printf("...checksum after hashing %s : %X\n", vname, crc32_context ^ 0xFFFFFFFFU);
    }
}
static void transparent_crc_bytes(char *ptr, int nbytes, const char *vname, int flag) {
    for (int i = 0; i < nbytes; i++) {
        crc32_byte(ptr[i]);
    }
    if (flag) {
        printf("...checksum after hashing %s : %X\n", vname, crc32_context ^ 0xFFFFFFFFU);
    }
}
static void platform_main_begin(void) {}
static void platform_main_end(uint32_t crc, int flag) {
    printf("checksum = %X\n", crc);
}
