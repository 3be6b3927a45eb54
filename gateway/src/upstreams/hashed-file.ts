/** The names that the build gives to files: twelve hexadecimal digits of their content before the extension. */
const HASHED_FILE_PATTERN = /\.[0-9a-f]{12}\.[^/]+$/

/** Returns true if the name of a file has a hash of its content: other instances have the same content under this name, or no such file. */
export const isHashedFile = (path: string): boolean => HASHED_FILE_PATTERN.test(path)
