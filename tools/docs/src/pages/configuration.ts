import * as z from 'zod'
import { formatCode, formatTable } from '../table.ts'

/** A process with its variables. */
export type Process = {
  name: string
  variables: z.ZodObject
  /** Does `<NAME>_STORE_URL` override `STORE_URL`? */
  ownStore?: boolean
}
type Property = { description?: string; default?: unknown; enum?: unknown[] }

/** Generates the configuration page from the schemas of the processes. @throws if a variable has no description */
export function renderConfigurationPage(processes: readonly Process[]): string {
  return `# Configuration

Each process reads its environment once at its start. If variables are missing or invalid, it lists all of them and exits. An
empty variable counts as not set. Any variable \`NAME\` can be given as \`NAME_FILE\` instead: the path of a file with its value,
whose last newline is removed. So secrets need not be in the environment. The scheme of a URL chooses the engine. The READMEs
of the adapters describe the parameters of the URLs: [stores and state](../packages/storage/README.md),
[bus](../packages/events/README.md), [media](../packages/media/README.md). [stack](../tools/stack/README.md) lists the variables that \`npm start\` sets.

${processes.map(renderProcess).join('\n\n')}
`
}

function renderProcess({ name, variables, ownStore }: Process): string {
  const { properties = {}, required = [] } = z.toJSONSchema(variables, { io: 'input' })
  const rows = Object.entries(properties).map(([variable, property]) => {
    const { description, default: set, enum: values } = property as Property
    if (!description) throw new Error(`${variable} of ${name} has no description: add .describe()`)
    return [
      ownStore && variable === 'STORE_URL'
        ? `${formatCode(`${name.toUpperCase()}_STORE_URL`)} or ${formatCode(variable)}`
        : formatCode(variable),
      values ? `${description} (${values.map((value) => formatCode(`${value}`)).join(', ')})` : description,
      required.includes(variable) ? 'required' : set === undefined || set === '' ? '' : formatCode(`${set}`),
    ]
  })
  return `## ${name}\n\n${formatTable(['variable', 'meaning', 'default'], rows)}`
}
