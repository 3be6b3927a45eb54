/** Ends what begin.mjs began. */
export default async function end() {
  await globalThis.testEngineHost[Symbol.asyncDispose]()
  await globalThis.endTestPostgres()
}
