const LEDGER = 'docs/patches.md'

/** Forms in which a source reaches into what a library, V8 or libuv keep to themselves. */
const REACHES: readonly RegExp[] = [
  /\b(?:from|import|import\(|require\()\s*'(?:@[\w-]+\/)?[a-z][\w-]*\/(?:src|lib|build|dist|_[\w-]+|Visitor)[/.][^']*'/, // a file that a package does not export
  /\bfrom '(?:node:)?v8'/,
  /\bprocess\.binding\(|\binternalBinding\(/,
  /\.prototype\.\w+ (?:\?\?)?= /,
  /\bencoder\.encode = |\btransport\.writable = /, // Socket.IO and Engine.IO
  /\bextends pg\.Client\b/,
  /\bsetPriority\(Number\(/, // a thread of libuv, not the process
]

/** Sources of the product and of its build. Tests and the tools of tests may reach into what they test. */
const SOURCE_PATTERN =
  /^(?:(?:gateway|services|packages|frontends|tools\/(?:stack|build))\/.*|\.?[\w.-]+)\.(?:ts|tsx|mjs|cjs)$/
const TEST_PATTERN = /\.test\.\w+$|\/(?:tests|testing)\/|^jest\.config|\.d\.ts$/

/** Returns true for files that may need a place in `docs/patches.md`. */
export const isPatchSource = (file: string): boolean => SOURCE_PATTERN.test(file) && !TEST_PATTERN.test(file)

/** Returns a problem for each source that is a patch without being in the ledger, and for each file there that is no patch. */
export function findUnlistedPatches(sources: ReadonlyMap<string, string>, ledger: string): string[] {
  const listed = new Set(
    [...ledger.matchAll(/\]\(\.\.\/([^)#]+)\)/g)].map(([, file = '']) => file).filter(isPatchSource),
  )
  const patches = new Set(
    [...sources].filter(([, text]) => REACHES.some((form) => form.test(text))).map(([file]) => file),
  )
  return [
    ...[...patches]
      .filter((file) => !listed.has(file))
      .map((file) => `${file} reaches into a library: describe it in ${LEDGER}`),
    ...[...listed].filter((file) => !patches.has(file)).map((file) => `${LEDGER}: ${file} is no patch`),
  ]
}
