import { findBreakingSchemaChanges, type JsonSchema, type ResolveRefs, type SchemaUsage } from './schema-changes.ts'

type Ref = { $ref: string }
type Content = { content?: Record<string, { schema: JsonSchema }> }
type Answers = Record<string, Content>
type Parameter = { in: string; name: string; required?: boolean; schema: JsonSchema }
type Operation = {
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Answers
}
type Components = { schemas?: Record<string, JsonSchema>; responses?: Answers }
type OpenApi = { paths: Record<string, Record<string, Operation>>; components?: Components }
type AsyncApi = {
  channels: Record<string, { address: string; messages: Record<string, Ref> }>
  components: { messages: Record<string, { payload: JsonSchema }> }
}

/** Why a client that keeps to the document `before` would fail against `after`; empty when it would not. */
export function findBreakingCallChanges(before: object, after: object): string[] {
  const [old, young] = [before as OpenApi, after as OpenApi]
  const resolve = { before: resolverOf(old), after: resolverOf(young) }
  const [shared, now] = [old, young].map(({ components }) => components?.responses ?? {}) as [Answers, Answers]
  const ofCalls = Object.entries(old.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`
      const now = young.paths[path]?.[method]
      return now ? operationChanges(operation, now, { at, resolve }) : [`${at} is gone`]
    }),
  )
  return [...ofCalls, ...answerChanges(shared, now, { at: 'components', resolve })]
}

/** Who reads what passes a channel: of events both an older and a newer service, of sockets one side each. */
const SIDES: Record<string, SchemaUsage> = { 'socket-to-client': 'read', 'socket-to-server': 'sent' }

/**
 * Why a service that keeps to the document `before` would fail with events of `after`, or the other way round, and why a
 * browser of `before` would fail with sockets of `after`.
 */
export function findBreakingEventChanges(before: object, after: object): string[] {
  const [old, young] = [before as AsyncApi, after as AsyncApi]
  const resolve = { before: resolverOf({}), after: resolverOf({}) }
  return Object.entries(old.channels).flatMap(([topic, { messages }]) =>
    Object.keys(messages).flatMap((at) => {
      const [was, is] = [old, young].map((document) => document.components.messages[at]?.payload)
      if (!is || !young.channels[topic]?.messages[at]) return [`${at} is gone from ${topic}`]
      return was ? findBreakingSchemaChanges({ before: was, after: is, side: SIDES[topic] ?? 'both', at, resolve }) : []
    }),
  )
}

const resolverOf =
  ({ components }: { components?: Components }) =>
  (ref: string): JsonSchema => {
    const schema = components?.schemas?.[ref.replace('#/components/schemas/', '')]
    if (!schema) throw new Error(`The document says nothing about ${ref}`)
    return schema
  }

type Where = { at: string; resolve: ResolveRefs }

function contentChanges(before: Content, after: Content, side: SchemaUsage, { at, resolve }: Where): string[] {
  return Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
    const now = after.content?.[type]?.schema
    return now
      ? findBreakingSchemaChanges({ before: schema, after: now, side, at, resolve })
      : [`${at}: ${type} is gone`]
  })
}

/** An answer that many share is compared once, where it is defined. */
function answerChanges(before: Answers, after: Answers, { at, resolve }: Where): string[] {
  return Object.entries(before).flatMap(([name, answer]) => {
    const now = after[name]
    if (!now) return [`${at} no longer answers ${name}`]
    return contentChanges(answer, now, 'read', { at: `${at} ${name}`, resolve })
  })
}

const isOpen = ({ security = [] }: Operation) => security.length === 0

function operationChanges(before: Operation, after: Operation, where: Where): string[] {
  const { at, resolve } = where
  const body = { at: `${at} body`, resolve }
  return [
    ...(isOpen(before) && !isOpen(after) ? [`${at} was for anyone and asks for a token`] : []),
    ...parameterChanges(before, after, where),
    ...(after.requestBody?.required && !before.requestBody?.required ? [`${at} demands a body`] : []),
    ...contentChanges(before.requestBody ?? {}, after.requestBody ?? {}, 'sent', body),
    ...answerChanges(before.responses, after.responses, where),
  ]
}

function parameterChanges(before: Operation, after: Operation, { at, resolve }: Where): string[] {
  const [old, young] = [before.parameters ?? [], after.parameters ?? []]
  const same = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in
  const demanded = young.filter((one) => one.required && !old.find(same(one))?.required)
  return [
    ...demanded.map(({ name }) => `${at} ${name} was not there or optional and is required`),
    ...old.flatMap((one) => {
      const now = young.find(same(one))
      if (!now) return [`${at} ${one.name} is gone`]
      return findBreakingSchemaChanges({
        before: one.schema,
        after: now.schema,
        side: 'sent',
        at: `${at} ${one.name}`,
        resolve,
      })
    }),
  ]
}
