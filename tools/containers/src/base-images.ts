import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'

/** The file with the images that ours are built on: `BASE_IMAGES`, for a registry of one's own, or the one beside this folder. */
export const BASE_IMAGES_FILE = resolve(
  process.env['BASE_IMAGES'] || resolve(import.meta.dirname, '../base-images.env'),
)

/** Reads the base images by the name of their build argument. */
export const readBaseImages = (): Record<string, string> =>
  parseEnv(readFileSync(BASE_IMAGES_FILE, 'utf8')) as Record<string, string>

/** Replaces the digest of each image in the text of a file of variables. */
export async function pinDigests(text: string, resolveDigest: (image: string) => Promise<string>): Promise<string> {
  const lines = text.split('\n').map(async (line) => {
    const [, variable, image] = /^(\w+)=([^@]+)/.exec(line) ?? []
    return variable && image ? `${variable}=${image}@${await resolveDigest(image)}` : line
  })
  return (await Promise.all(lines)).join('\n')
}
