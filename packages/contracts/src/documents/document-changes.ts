import {
  type ContractChange,
  SAFE,
  type Transport,
  UNSAFE,
  UNSAFE_FOR_OLD_READERS,
  UNSAFE_FOR_OLD_WRITERS,
} from './contract-change.ts'
import { findSchemaChanges } from './schema-changes.ts'
import type { JsonSchema, ResolveRefs } from './schema-comparison.ts'

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
type ComparisonContext = { at: string; resolve: ResolveRefs }

const createChange =
  (transport: Transport) =>
  (text: string, safety: Omit<ContractChange, 'text' | 'transport'>): ContractChange => ({ text, transport, ...safety })
const changeRequest = createChange('request')
const changeResponse = createChange('response')

/** Pairs the entries of two records by key. */
const pairByKey = <Value>(before: Record<string, Value>, after: Record<string, Value>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => [key, before[key], after[key]] as const)

/** Finds the differences between two versions of the OpenAPI document. Shared responses are compared once. */
export function findCallChanges(before: object, after: object): ContractChange[] {
  const [previous, next] = [before as OpenApi, after as OpenApi]
  const resolve = { before: createRefResolver(previous), after: createRefResolver(next) }
  const [shared, now] = [previous, next].map(({ components }) => components?.responses ?? {}) as [Responses, Responses]
  const callChanges = pairByKey(previous.paths, next.paths).flatMap(([path, was = {}, is = {}]) =>
    pairByKey(was, is).flatMap(([method, operation, newer]) => {
      const at = `${method.toUpperCase()} ${path}`
      if (!operation) return [changeRequest(`${at} was added`, UNSAFE_FOR_OLD_READERS)]
      return newer
        ? findOperationChanges(operation, newer, { at, resolve })
        : [changeRequest(`${at} was removed`, UNSAFE_FOR_OLD_WRITERS)]
    }),
  )
  return [...callChanges, ...findResponseChanges(shared, now, { at: 'components', resolve })]
}

const createRefResolver =
  ({ components }: { components?: Components }) =>
  (ref: string): JsonSchema => {
    const schema = components?.schemas?.[ref.replace('#/components/schemas/', '')]
    if (!schema) throw new Error(`The document does not define ${ref}`)
    return schema
  }

const isPublic = ({ security = [] }: Operation) => security.length === 0

function findOperationChanges(before: Operation, after: Operation, where: ComparisonContext): ContractChange[] {
  const { at } = where
  const [wasRequired, isRequired] = [before.requestBody?.required ?? false, after.requestBody?.required ?? false]
  return [
    ...(isPublic(before) && !isPublic(after)
      ? [changeRequest(`${at} was public and now requires a token`, UNSAFE_FOR_OLD_WRITERS)]
      : []),
    ...(!isPublic(before) && isPublic(after)
      ? [changeRequest(`${at} required a token and is now public`, UNSAFE_FOR_OLD_READERS)]
      : []),
    ...findParameterChanges(before, after, where),
    ...(isRequired && !wasRequired ? [changeRequest(`${at} now requires a body`, UNSAFE_FOR_OLD_WRITERS)] : []),
    ...(wasRequired && !isRequired ? [changeRequest(`${at} no longer requires a body`, UNSAFE_FOR_OLD_READERS)] : []),
    ...findBodyChanges(before, after, where),
    ...findResponseChanges(before.responses, after.responses, where),
  ]
}

function findBodyChanges(before: Operation, after: Operation, { at, resolve }: ComparisonContext): ContractChange[] {
  return pairByKey(before.requestBody?.content ?? {}, after.requestBody?.content ?? {}).flatMap(([type, was, is]) => {
    if (!was) return [changeRequest(`${at} body: ${type} was added`, UNSAFE_FOR_OLD_READERS)]
    if (!is) return [changeRequest(`${at} body: ${type} was removed`, UNSAFE_FOR_OLD_WRITERS)]
    const comparison = { before: was.schema, after: is.schema, transport: 'request', resolve } as const
    return findSchemaChanges({ ...comparison, at: `${at} body` })
  })
}

function findResponseChanges(before: Responses, after: Responses, { at, resolve }: ComparisonContext) {
  return pairByKey(before, after).flatMap(([name, was, is]): ContractChange[] => {
    if (!was) return [changeResponse(`${at}: the response ${name} was added`, SAFE)]
    if (!is) return [changeResponse(`${at}: the response ${name} was removed`, UNSAFE)]
    return pairByKey(was.content ?? {}, is.content ?? {}).flatMap(([type, one, other]) => {
      if (!one) return [changeResponse(`${at} ${name}: ${type} was added`, SAFE)]
      if (!other) return [changeResponse(`${at} ${name}: ${type} was removed`, UNSAFE)]
      const comparison = { before: one.schema, after: other.schema, transport: 'response', resolve } as const
      return findSchemaChanges({ ...comparison, at: `${at} ${name}` })
    })
  })
}

function findParameterChanges(before: Operation, after: Operation, { at, resolve }: ComparisonContext) {
  const byPlace = ({ parameters = [] }: Operation) =>
    Object.fromEntries(parameters.map((one) => [`${one.in} ${one.name}`, one]))
  return pairByKey(byPlace(before), byPlace(after)).flatMap(([, was, is]): ContractChange[] => {
    const name = `${at} ${(was ?? is)?.name}`
    if (!is) return [changeRequest(`${name} was removed`, UNSAFE_FOR_OLD_WRITERS)]
    if (is.required && !was?.required)
      return [changeRequest(`${name} was missing or optional and is now required`, UNSAFE_FOR_OLD_WRITERS)]
    if (!was) return [changeRequest(`${name} was added and is optional`, SAFE)]
    const optional =
      was.required && !is.required ? [changeRequest(`${name} is now optional`, UNSAFE_FOR_OLD_READERS)] : []
    const comparison = { before: was.schema, after: is.schema, transport: 'request', resolve } as const
    return [...optional, ...findSchemaChanges({ ...comparison, at: name })]
  })
}
