// node tools/kubernetes/src/main.ts check FOLDER…         checks the kustomizations of one installation, together
// node tools/kubernetes/src/main.ts connections FOLDER…   prints the connections that their network policies allow
// node tools/kubernetes/src/main.ts schemas [FILE…]       adds to schemas.json.gz those of the API server of the current context, or of
//                                                         files with a CustomResourceDefinition
// node tools/kubernetes/src/main.ts kafka-users [PREFIX]  prints the KafkaUsers of k8s/components/kafka, for BUS_URLs that end with /PREFIX
import { checkManifests } from './check-manifests.ts'
import { listNetworkConnections } from './checks/network-connections.ts'
import { renderKafkaUsers } from './kafka-users.ts'
import { renderKustomization } from './render-kustomization.ts'
import { fetchSchemas, readDefinitions } from './schemas/fetch-schemas.ts'
import { readSchemas, writeSchemas } from './schemas/schema-file.ts'

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
    const schemas = folders.length > 0 ? await readDefinitions(folders) : await fetchSchemas()
    await writeSchemas({ ...(await readSchemas()), ...schemas })
    return Object.keys(schemas).toSorted()
  },
  'kafka-users': async () => [renderKafkaUsers(folders[0] ? `${folders[0]}.` : '').trimEnd()],
}

const execute = COMMANDS[command]
if (!execute) throw new Error('The first argument is check, connections, schemas or kafka-users')
for (const line of await execute()) console.log(line)
