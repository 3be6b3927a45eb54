import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

const COMPOSE_FILE = new URL('../../../docker-compose.yml', import.meta.url)

/** Reads the image of an engine from docker-compose.yml, so that tests run what is deployed. @throws if it has none */
export function readComposeImage(service: string): string {
  const { services } = parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true })
  const image = services?.[service]?.image
  if (typeof image !== 'string') throw new Error(`docker-compose.yml has no image of ${service}`)
  return image
}
