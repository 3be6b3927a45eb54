import * as z from 'zod'
import { code, table } from '../table.ts'

/** `ownStore`: whether `<NAME>_STORE_URL` wins over `STORE_URL` (`withOwnStore`). */
export type Process = { name: string; variables: z.ZodObject; ownStore?: boolean }
type Property = { description?: string; default?: unknown; enum?: unknown[] }

/** What each process reads of its environment, from the schemas by which it reads. @throws when a variable says nothing of itself */
export function configurationPage(processes: readonly Process[]): string {
  return `# Configuration

A process reads its environment once, at its start, and names everything that is missing or wrong before it ends. A variable
that is set to nothing counts as not set. The scheme of an address chooses the engine; what else an address may say stands
with the adapters: [stores and state](../packages/storage/README.md), [bus](../packages/events/README.md),
[media](../packages/media/README.md). What \`npm start\` sets, and what it takes over: [stack](../tools/stack/README.md).

${processes.map(ofProcess).join('\n\n')}
`
}

function ofProcess({ name, variables, ownStore }: Process): string {
  const { properties = {}, required = [] } = z.toJSONSchema(variables, { io: 'input' })
  const rows = Object.entries(properties).map(([variable, property]) => {
    const { description, default: set, enum: values } = property as Property
    if (!description) throw new Error(`${variable} of ${name} says nothing of itself: give it a .describe()`)
    return [
      ownStore && variable === 'STORE_URL'
        ? `${code(`${name.toUpperCase()}_STORE_URL`)}, else ${code(variable)}`
        : code(variable),
      values ? `${description} (${values.map((value) => code(`${value}`)).join(', ')})` : description,
      required.includes(variable) ? 'needed' : set === undefined || set === '' ? '' : code(`${set}`),
    ]
  })
  return `## ${name}\n\n${table(['variable', 'meaning', 'default'], rows)}`
}
