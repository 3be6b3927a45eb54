import * as z from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { calls } from '../calls/index.ts'
import type { Call, CallAccess } from '../define-call.ts'
import { ERRORS, STATUS_BY_ERROR_KIND } from '../errors.ts'
import { MemberSummaryView, MemberView, ProfileView, SessionUser, SuggestionView } from '../shapes/member.ts'
import { ConversationView, MessageView } from '../shapes/message.ts'
import { NotificationView } from '../shapes/notification.ts'
import { CommentView, MediaView, PostView } from '../shapes/post.ts'
import { ClientKeyHeader } from '../text.ts'
import { cleanUpJsonSchema } from './clean-up-json-schema.ts'
import { ErrorResponse } from './error-response.ts'

const schemas = {
  MemberView,
  MemberSummaryView,
  ProfileView,
  SessionUser,
  SuggestionView,
  PostView,
  CommentView,
  MediaView,
  NotificationView,
  MessageView,
  ConversationView,
  ErrorAnswer: ErrorResponse,
}
const ERROR_RESPONSE_REF = { $ref: '#/components/responses/Error' }

/** Creates the OpenAPI 3.1 document of all calls that the gateway routes. */
export function createOpenApiDocument(definitions: Record<string, Call> = calls): object {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, call] of Object.entries(definitions)) {
    if (isInternal(call)) continue
    const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [call.method]: toOperation(name, call) }
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Meadow',
        version: '1',
        description: 'The HTTP API of Meadow. Fields may be added at any time; none is removed or changes its meaning.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: [
        ...new Set(
          Object.values(definitions)
            .filter((call) => !isInternal(call))
            .map(toTag),
        ),
      ].map((name) => ({ name })),
      paths,
      components: {
        schemas,
        responses: {
          Error: { description: describeErrors(), content: { 'application/json': { schema: ErrorResponse } } },
        },
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    { override: ({ zodSchema, jsonSchema, io }) => cleanUpJsonSchema({ zodSchema, jsonSchema }, io) },
  )
}

const isInternal = ({ path }: Call) => path.startsWith('/internal/')
const toTag = ({ path }: Call) => path.split('/')[1] ?? ''

function toOperation(name: string, call: Call): ZodOpenApiOperationObject {
  const { access, summary, status = 200, idempotent, params, query, response: answer } = call
  return {
    operationId: name,
    summary,
    tags: [toTag(call)],
    security: toSecurity(access),
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(idempotent && { header: z.object({ 'Idempotency-Key': ClientKeyHeader.optional() }) }),
    },
    ...toRequestBody(call),
    responses: {
      [status]: { description: 'Success', content: { 'application/json': { schema: answer } } },
      default: ERROR_RESPONSE_REF,
    },
  }
}

/** The token is optional for a call that guests may make: an empty requirement stands beside it. */
function toSecurity(access: CallAccess): Record<string, string[]>[] {
  if (access === 'anyone') return []
  return access === 'guest' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

function toRequestBody({
  encoding,
  body,
  fileField: field = 'file',
}: Call): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (!body) return {}
  if (encoding !== 'multipart') {
    return { requestBody: { required: !body.isOptional(), content: { 'application/json': { schema: body } } } }
  }
  const file = z.string().meta({ override: { format: 'binary' }, description: 'Follows the other fields' })
  const form = (body as z.ZodObject).extend({ [field]: file })
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
}

function describeErrors(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { kind, message }]) => `| ${STATUS_BY_ERROR_KIND[kind]} | \`${code}\` | ${message} |`,
  )
  return [
    'The call failed; `code` is the reason.',
    '',
    '| status | code | message |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}
