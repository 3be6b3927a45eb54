/** The languages that zod speaks beside English: one module for each of 60, and every test file would load them. */
export {}
