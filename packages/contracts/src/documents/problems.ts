import { DiagnosticSeverity, Parser } from '@asyncapi/parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'

const REDOCLY_RULES = {
  'no-ambiguous-paths': 'off', // `/posts/user/{username}` is ambiguous; services match literal segments first
  'operation-4xx-response': 'off', // `default` describes all errors
  'tag-description': 'off',
} as const

/** Returns the violations of Redocly's rules in an OpenAPI document, one line each. */
export async function findOpenApiProblems(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: REDOCLY_RULES })
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`)
}

/** Returns the errors and warnings of AsyncAPI's parser for a document, one line each. */
export async function findAsyncApiProblems(document: string): Promise<string[]> {
  const diagnostics = await new Parser().validate(document)
  return diagnostics
    .filter(({ severity }) => severity <= DiagnosticSeverity.Warning)
    .map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)
}
