// Asks the registries for the digests of the base images and writes them to base-images.env: npm run images:digests
import { readFileSync, writeFileSync } from 'node:fs'
import { BASE_IMAGES_FILE, pinDigests, readBaseImages } from './base-images.ts'
import { docker } from './run-docker.ts'

/** Returns the digest of an image, which for several platforms is that of their list. @throws if no registry responds */
async function resolveDigest(image: string): Promise<string> {
  const manifest = await docker('buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', image)
  return (JSON.parse(manifest) as { digest: string }).digest
}

try {
  writeFileSync(BASE_IMAGES_FILE, await pinDigests(readFileSync(BASE_IMAGES_FILE, 'utf8'), resolveDigest))
  for (const image of Object.values(readBaseImages())) console.log(image)
} catch (error) {
  const [command, reason = command] = String(error).split('\n')
  console.error(`The digests could not be resolved, ${BASE_IMAGES_FILE} is unchanged. ${reason}`)
  process.exitCode = 1
}
