// Builds images of the product: npm run images [-- gateway auth … frontend-shell …]. Their names begin with REGISTRY (localhost),
// which `--push` pushes to. MEADOW_VERSION is their tag (dev), PREVIOUS_VERSION the tag of the version before, MEADOW_SOURCE the URL of the repository for their labels.
import { execFileSync } from 'node:child_process'
import { readBaseImages } from './base-images.ts'
import { ROOT, runDocker } from './run-docker.ts'

function readRevision(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  } catch {
    return '' // not in a repository
  }
}

const labels = {
  REVISION: readRevision(),
  SOURCE: process.env['MEADOW_SOURCE'] ?? '',
  CREATED: new Date().toISOString(),
}
const bake = ['buildx', 'bake', '--progress', 'plain', '-f', 'tools/containers/docker-bake.hcl']
await runDocker([...bake, ...process.argv.slice(2)], { ...readBaseImages(), ...labels })
