/** Stops the product of setup-product.mjs. */
export default async function end() {
  await globalThis.sharedStack[Symbol.asyncDispose]()
}
