import { calls } from '@meadow/contracts'
import { RELATIONSHIP_STATUSES } from '@meadow/contracts/limits'
import { AUDIENCE_FIELDS, FIELD_AUDIENCES, INTERESTS } from '@meadow/contracts/profile-fields'
import { createApiClient } from '@meadow/testing/api-client'
import { CALL_MATRIX } from './src/authorization/call-matrix.ts'
import { createMatrixMembers, type MatrixMembers, type Role } from './src/authorization/matrix-members.ts'
import { openRecordingSocket } from './src/authorization/recording-socket.ts'
import { RELATION_MATRIX } from './src/authorization/relation-matrix.ts'
import { sendMatrixRequest } from './src/authorization/send-matrix-request.ts'
import { expect, test } from './src/fixtures.ts'

type CallName = keyof typeof calls
type Field = (typeof AUDIENCE_FIELDS)[number]
type Audience = (typeof FIELD_AUDIENCES)[number]
/** The callers of this matrix. The owner follows the partner, but not the follower. */
type Viewer = Exclude<Role, 'ended'>
const VIEWERS = ['guest', 'stranger', 'follower', 'partner', 'owner'] as const satisfies readonly Viewer[]

/** Values of the owner. Nobody else has such, so that a text of the owner is found wherever it appears, and a choice by its field. */
const OWNERS_FIELDS: Record<Field, unknown> = {
  website: 'https://orla-of-the-gate.example',
  location: 'Location of Orla',
  birthday: '1913-02-17',
  gender: 'prefer_not_to_say',
  relationshipStatus: RELATIONSHIP_STATUSES[1],
  workplace: 'Workplace of Orla',
  education: 'Education of Orla',
  hometown: 'Hometown of Orla',
  currentCity: 'City of Orla',
  phone: '+49 30 0000099',
  interests: [INTERESTS[0]],
}

/** The fields that guests see if their audience is everyone. */
const GUEST_FIELDS: readonly Field[] = ['website', 'location', 'interests']
const AUDIENCES_OF: Record<Viewer, readonly Audience[]> = {
  guest: ['everyone'],
  stranger: ['everyone'],
  follower: ['everyone', 'followers'],
  partner: ['everyone', 'followers', 'mutuals'],
  owner: FIELD_AUDIENCES,
}

/** Returns true if the profile of the owner shows the field to the viewer. */
function isShown(field: Field, audience: Audience, viewer: Viewer, isPrivate: boolean): boolean {
  const isOutside = viewer === 'guest' || viewer === 'stranger'
  if (isOutside && isPrivate) return false
  return AUDIENCES_OF[viewer].includes(audience) && (viewer !== 'guest' || GUEST_FIELDS.includes(field))
}

const CHOICES: readonly Field[] = ['gender', 'relationshipStatus', 'interests']
const findFieldsIn = (text: string): Field[] =>
  AUDIENCE_FIELDS.filter((field) => {
    const value = JSON.stringify(OWNERS_FIELDS[field])
    return text.includes(CHOICES.includes(field) ? `"${field}":${value}` : value)
  })

/** The calls that read, and those that return something of another member. A new call of the contracts is one of them by itself. */
const NAMES = (Object.keys(CALL_MATRIX) as CallName[]).filter(
  (name) =>
    !CALL_MATRIX[name].endsCurrentSession && (calls[name].method === 'get' || RELATION_MATRIX[name] !== 'caller only'),
)
/** Calls after which the caller is another viewer. */
const CHANGING: readonly CallName[] = ['follow', 'removeFollower']

const tokenOf = (viewer: Viewer, members: MatrixMembers) => (viewer === 'guest' ? undefined : members[viewer].token)

for (const isPrivate of [false, true]) {
  test(`no response and no message but the profile of a ${isPrivate ? 'private' : 'public'} member has a field, and that for its audience`, async ({
    stack,
  }) => {
    test.slow()
    const api = createApiClient(stack.url)
    const members = await createMatrixMembers(api)
    const { owner, partner, follower, stranger } = members
    await api.call('/auth/profile', { by: owner, body: OWNERS_FIELDS, method: 'PUT' })
    const setPrivacy = (change: object) => api.call('/users/privacy', { by: owner, body: change, method: 'PUT' })
    const ask = async (name: CallName, viewer: Viewer) => {
      const role = viewer === 'guest' ? 'stranger' : viewer
      const request = await CALL_MATRIX[name].request({ ...members, api, role })
      return (await sendMatrixRequest(stack.url, calls[name], request, tokenOf(viewer, members))).text()
    }
    const sockets = []
    for (const member of [partner, follower, stranger]) sockets.push(await openRecordingSocket(stack.url, member.token))

    await setPrivacy({ isPrivate })
    const differences: string[] = []
    for (const audience of FIELD_AUDIENCES) {
      await setPrivacy({ fields: Object.fromEntries(AUDIENCE_FIELDS.map((field) => [field, audience])) })
      for (const viewer of VIEWERS) {
        const wanted = AUDIENCE_FIELDS.filter((field) => isShown(field, audience, viewer, isPrivate))
        const shown = findFieldsIn(await ask('getProfile', viewer))
        if (String(shown) !== String(wanted))
          differences.push(`${audience}, ${viewer}: the profile has ${shown} instead of ${wanted}`)
      }
    }
    // the widest audience: what leaks elsewhere would leak now
    await setPrivacy({ fields: Object.fromEntries(AUDIENCE_FIELDS.map((field) => [field, 'everyone'])) })
    for (const viewer of VIEWERS.filter((one) => one !== 'owner'))
      for (const name of NAMES.filter((one) => one !== 'getProfile' && !CHANGING.includes(one))) {
        const leaked = findFieldsIn(await ask(name, viewer))
        if (leaked.length > 0) differences.push(`${name}: ${viewer} received ${leaked}`)
      }
    for (const name of CHANGING) {
      const leaked = findFieldsIn(await ask(name, 'stranger'))
      if (leaked.length > 0) differences.push(`${name}: received ${leaked}`)
    }
    for (const { payloads, [Symbol.dispose]: close } of sockets) {
      const leaked = findFieldsIn(payloads.join())
      if (leaked.length > 0) differences.push(`a message has ${leaked}`)
      close()
    }
    expect(differences).toEqual([])
  })
}
