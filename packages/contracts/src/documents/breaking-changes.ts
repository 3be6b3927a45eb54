import { findBreakingSchemaChanges, type JsonSchema, type ResolveRefs, type SchemaUsage } from './schema-changes.ts'

type Ref = { $ref: string }
type Content = { content?: Record<string, { schema: JsonSchema }> }
type Responses = Record<string, Content>
type Parameter = { in: string; name: string; required?: boolean; schema: JsonSchema }
type Operation = {
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Responses
}
type Components = { schemas?: Record<string, JsonSchema>; responses?: Responses }
type OpenApi = { paths: Record<string, Record<string, Operation>>; components?: Components }
type AsyncApi = {
  channels: Record<string, { address: string; messages: Record<string, Ref> }>
  components: { messages: Record<string, { payload: JsonSchema }> }
}

/** Finds the changes of the OpenAPI document that break clients of the older version, one line each. */
export function findBreakingCallChanges(before: object, after: object): string[] {
  const [previous, next] = [before as OpenApi, after as OpenApi]
  const resolve = { before: createRefResolver(previous), after: createRefResolver(next) }
  const [shared, now] = [previous, next].map(({ components }) => components?.responses ?? {}) as [Responses, Responses]
  const callChanges = Object.entries(previous.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`
      const now = next.paths[path]?.[method]
      return now ? findOperationChanges(operation, now, { at, resolve }) : [`${at} was removed`]
    }),
  )
  return [...callChanges, ...findResponseChanges(shared, now, { at: 'components', resolve })]
}

/** The use of the socket channels by older browsers. Older services both send and read all other channels. */
const SOCKET_CHANNEL_USAGE: Record<string, SchemaUsage> = { 'socket-to-client': 'read', 'socket-to-server': 'sent' }

/**
 * Finds the changes of the AsyncAPI document that break services or browsers of the older version, or services that read
 * older events; one line each.
 */
export function findBreakingEventChanges(before: object, after: object): string[] {
  const [previous, next] = [before as AsyncApi, after as AsyncApi]
  const resolve = { before: createRefResolver({}), after: createRefResolver({}) }
  return Object.entries(previous.channels).flatMap(([topic, { messages }]) =>
    Object.keys(messages).flatMap((at) => {
      const [was, is] = [previous, next].map((document) => document.components.messages[at]?.payload)
      if (!is || !next.channels[topic]?.messages[at]) return [`${at} was removed from ${topic}`]
      return was
        ? findBreakingSchemaChanges({
            before: was,
            after: is,
            usage: SOCKET_CHANNEL_USAGE[topic] ?? 'both',
            at,
            resolve,
          })
        : []
    }),
  )
}

const createRefResolver =
  ({ components }: { components?: Components }) =>
  (ref: string): JsonSchema => {
    const schema = components?.schemas?.[ref.replace('#/components/schemas/', '')]
    if (!schema) throw new Error(`The document does not define ${ref}`)
    return schema
  }

type ComparisonContext = { at: string; resolve: ResolveRefs }

function findContentChanges(
  before: Content,
  after: Content,
  usage: SchemaUsage,
  { at, resolve }: ComparisonContext,
): string[] {
  return Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
    const now = after.content?.[type]?.schema
    return now
      ? findBreakingSchemaChanges({ before: schema, after: now, usage, at, resolve })
      : [`${at}: ${type} was removed`]
  })
}

/** Compares responses. A shared response is compared once, where it is defined. */
function findResponseChanges(before: Responses, after: Responses, { at, resolve }: ComparisonContext): string[] {
  return Object.entries(before).flatMap(([name, response]) => {
    const now = after[name]
    if (!now) return [`${at}: the response ${name} was removed`]
    return findContentChanges(response, now, 'read', { at: `${at} ${name}`, resolve })
  })
}

const isPublic = ({ security = [] }: Operation) => security.length === 0

function findOperationChanges(before: Operation, after: Operation, where: ComparisonContext): string[] {
  const { at, resolve } = where
  const body = { at: `${at} body`, resolve }
  return [
    ...(isPublic(before) && !isPublic(after) ? [`${at} was public and now requires a token`] : []),
    ...findParameterChanges(before, after, where),
    ...(after.requestBody?.required && !before.requestBody?.required ? [`${at} now requires a body`] : []),
    ...findContentChanges(before.requestBody ?? {}, after.requestBody ?? {}, 'sent', body),
    ...findResponseChanges(before.responses, after.responses, where),
  ]
}

function findParameterChanges(before: Operation, after: Operation, { at, resolve }: ComparisonContext): string[] {
  const [previous, next] = [before.parameters ?? [], after.parameters ?? []]
  const isSameParameter = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in
  const newlyRequired = next.filter((one) => one.required && !previous.find(isSameParameter(one))?.required)
  return [
    ...newlyRequired.map(({ name }) => `${at} ${name} was missing or optional and is now required`),
    ...previous.flatMap((one) => {
      const now = next.find(isSameParameter(one))
      if (!now) return [`${at} ${one.name} was removed`]
      return findBreakingSchemaChanges({
        before: one.schema,
        after: now.schema,
        usage: 'sent',
        at: `${at} ${one.name}`,
        resolve,
      })
    }),
  ]
}
