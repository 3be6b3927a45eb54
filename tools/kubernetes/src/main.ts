// node tools/kubernetes/src/main.ts check FOLDER…         checks the kustomizations of one installation, together
// node tools/kubernetes/src/main.ts connections FOLDER…   prints the connections that their network policies allow
// node tools/kubernetes/src/main.ts schemas               replaces schemas.json.gz by those of the API server of the current context
import { checkManifests } from './check-manifests.ts'
import { listNetworkConnections } from './checks/network-connections.ts'
import { renderKustomization } from './render-kustomization.ts'
import { fetchSchemas } from './schemas/fetch-schemas.ts'
import { writeSchemas } from './schemas/schema-file.ts'

const [command = '', ...folders] = process.argv.slice(2)
async function render() {
  if (folders.length === 0) throw new Error(`${command} needs the folders of an installation`)
  return (await Promise.all(folders.map(renderKustomization))).flat()
}

const COMMANDS: Record<string, () => Promise<string[]>> = {
  async check() {
    const problems = checkManifests(await render())
    process.exitCode = problems.length === 0 ? 0 : 1
    return problems
  },
  connections: async () => listNetworkConnections(await render()),
  async schemas() {
    const schemas = await fetchSchemas()
    await writeSchemas(schemas)
    return Object.keys(schemas).toSorted()
  },
}

const execute = COMMANDS[command]
if (!execute) throw new Error('The first argument is check, connections or schemas')
for (const line of await execute()) console.log(line)
