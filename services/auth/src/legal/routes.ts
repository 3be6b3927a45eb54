import { calls } from '@meadow/contracts'
import { type CallRoute, DomainError, serve } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { type LegalVersion, planLegalChange } from './legal-version.ts'

const MAX_LISTED_VERSIONS = 100

/** Creates the calls that read and publish the terms and the privacy notice. */
export const createLegalRoutes = ({
  legalVersions,
  now,
  newId,
}: Pick<AuthDeps, 'legalVersions' | 'now' | 'newId'>): CallRoute[] => [
  serve(calls.getLegalNotice, async ({ params, query }) => {
    const found = await legalVersions.find(params.notice, query.version)
    if (!found && query.version) throw new DomainError('not_found')
    return { current: found ? toLegalVersionView(found) : null }
  }),

  serve(calls.listLegalVersions, async ({ params }) => {
    const versions = await legalVersions.list(params.notice, MAX_LISTED_VERSIONS)
    return { versions: versions.map(({ _id, changedAt }) => ({ _id, changedAt: changedAt.toISOString() })) }
  }),

  serve(calls.changeLegalNotice, async ({ member, params: { notice }, body: { text, basedOn } }) => {
    const changedAt = now()
    const change = { notice, text, basedOn, by: member.sub, changedAt }
    const ids = { versionId: newId(changedAt), eventId: newId(changedAt) }
    const version = await legalVersions.add(notice, (newestId) => planLegalChange(newestId, { ...change, ...ids }))
    return { current: toLegalVersionView(version) }
  }),
]

const toLegalVersionView = ({ _id, text, changedAt }: LegalVersion) => ({
  _id,
  text,
  changedAt: changedAt.toISOString(),
})
