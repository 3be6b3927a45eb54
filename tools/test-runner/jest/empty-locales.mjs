/** Replaces the 60 locales of zod, one module each, which every test file would load. */
export {}
