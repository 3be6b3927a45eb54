import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import type { Manifest } from './manifest.ts'
import { isKubectlInstalled, kustomize } from './programs.ts'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024

/** Renders a kustomization by kubectl, or by kustomize, which is built from source. @throws Error of the program */
export async function renderKustomization(dir: string): Promise<Manifest[]> {
  return parseManifests(await renderText(dir))
}

/** Renders a kustomization as YAML. @throws Error of the program */
export async function renderText(dir: string): Promise<string> {
  const [command, ...args] = await openKustomize()
  return (await run(command, [...args, dir], { maxBuffer: MAX_OUTPUT_BYTES })).stdout
}

/** Parses YAML of several objects. @throws YAMLParseError */
export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    const [error] = document.errors
    if (error) throw error
    return document.toJS() as Manifest
  })

async function openKustomize(): Promise<[string, ...string[]]> {
  if (isKubectlInstalled()) return ['kubectl', 'kustomize']
  await kustomize.build()
  return [kustomize.file(), 'build']
}
