import { DiagnosticSeverity, Parser } from '@asyncapi/parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'

const RULES = {
  'no-ambiguous-paths': 'off', // `/posts/user/{username}` is as it is; services match fixed words first
  'operation-4xx-response': 'off', // `default` says it of every failure
  'tag-description': 'off',
} as const

/** What the rules of Redocly say against an OpenAPI document, a sentence each. */
export async function findOpenApiProblems(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: RULES })
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`)
}

/** What the parser of AsyncAPI says against a document, a sentence each. */
export async function findAsyncApiProblems(document: string): Promise<string[]> {
  const diagnostics = await new Parser().validate(document)
  return diagnostics
    .filter(({ severity }) => severity <= DiagnosticSeverity.Warning)
    .map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)
}
