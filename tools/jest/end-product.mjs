/** Ends what begin-product.mjs began. */
export default async function end() {
  await globalThis.sharedStack[Symbol.asyncDispose]()
}
