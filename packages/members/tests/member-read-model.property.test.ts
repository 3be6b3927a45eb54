import { describe, expect, it } from '@jest/globals'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import fc from 'fast-check'
import type { EdgeChange, MemberReadModel } from '../src/index.ts'
import { applyMemberChange, type MemberChange, type MemberData, NO_MEMBER_DATA } from './apply-member-change.ts'
import { createId, engines, minutesAfterNoon, NOTHING, noon } from './fixtures.ts'

const MEMBERS = 2
const member = fc.nat(MEMBERS - 1).map(String)
const version = fc.nat(2)

/** An actor or a profile: `variant` tells writes of the same version apart. A username like an operator must stay text. */
const actor = fc.record({ _id: member, profileVersion: version, variant: fc.nat(2) }).map(({ variant, ...ids }) => ({
  ...ids,
  username: `$name${variant}`,
  fullName: `$$ROOT ${variant}`,
  avatar: variant === 0 ? '' : `/media/p/${variant}`,
}))
const account = fc.record({ _id: member, accountVersion: version.map((n) => n + 1) })
const edge = fc.record({ from: member, to: member, version, active: fc.boolean(), at: fc.nat(4).map(minutesAfterNoon) })

/** The choices of a member; a newer version may choose anything. */
const contact = fc.constantFrom({}, { messagesFrom: 'everyone' }, { messagesFrom: '$following', showOnline: false })
const choice = fc.constantFrom(true, false, null)
const changes: fc.Arbitrary<MemberChange>[] = [
  fc.array(actor, { minLength: 1, maxLength: 4 }).map((actors) => ({ kind: 'actors', actors })),
  fc
    .tuple(actor, fc.boolean())
    .map(([profile, isVerified]) => ({ kind: 'profile', profile: { ...profile, isVerified } })),
  fc
    .tuple(account, fc.constantFrom('active' as const, 'deactivated' as const))
    .map(([change, state]) => ({ kind: 'account', account: { ...change, state } })),
  fc.tuple(account, fc.constantFrom(true, false, undefined)).map(([change, isEmailVerified]) => {
    const registration = { username: 'ann', fullName: 'Ann Berger', createdAt: noon, state: 'active' as const }
    return { kind: 'account', account: { ...change, ...registration, isEmailVerified } }
  }),
  member.map((_id) => ({ kind: 'verifiedEmail', of: { _id } })),
  fc
    .record({
      _id: member,
      privacyVersion: version.map((n) => n + 1),
      isPrivate: fc.boolean(),
      contactPrivacy: contact,
    })
    .map((privacy) => ({ kind: 'privacy', privacy })),
  edge.map((change) => ({ kind: 'follows', edge: change })),
  edge.map((change) => ({ kind: 'blocks', edge: change })),
  fc
    .tuple(edge, fc.option(fc.nat(4).map(minutesAfterNoon)))
    .map(([change, until]) => ({ kind: 'mutes', edge: { ...change, until } })),
  fc
    .tuple(edge, fc.record({ showOnline: choice, showLastSeen: choice, showTyping: choice, sendReadMarks: choice }))
    .map(([change, exception]) => ({ kind: 'privacy_exceptions', edge: { ...change, exception } })),
]
const erasure: fc.Arbitrary<MemberChange> = account.map((change) => ({
  kind: 'account',
  account: { ...change, state: 'erased' },
}))
const round = fc.constantFrom<MemberChange>(
  { kind: 'beginRound' },
  { kind: 'endRound', owner: 'auth' },
  { kind: 'endRound', owner: 'social' },
)
const anyChange = fc.oneof(
  ...changes.map((arbitrary) => ({ weight: 4, arbitrary })),
  { weight: 2, arbitrary: erasure },
  { weight: 3, arbitrary: round },
)

/** Replaces the numbers of the members of a change by their ids. */
function withIds(change: MemberChange, ids: readonly string[]): MemberChange {
  const idOf = (number: string) => ids[Number(number)] ?? ''
  const named = <Row extends { _id: string }>(row: Row): Row => ({ ...row, _id: idOf(row._id) })
  switch (change.kind) {
    case 'actors':
      return { ...change, actors: change.actors.map(named) }
    case 'account':
      return { ...change, account: named(change.account) }
    case 'verifiedEmail':
      return { ...change, of: named(change.of) }
    case 'profile':
      return { ...change, profile: named(change.profile) }
    case 'privacy':
      return { ...change, privacy: named(change.privacy) }
    case 'follows':
    case 'blocks':
      return { ...change, edge: { ...change.edge, from: idOf(change.edge.from), to: idOf(change.edge.to) } }
    case 'mutes':
      return { ...change, edge: { ...change.edge, from: idOf(change.edge.from), to: idOf(change.edge.to) } }
    case 'privacy_exceptions':
      return { ...change, edge: { ...change.edge, from: idOf(change.edge.from), to: idOf(change.edge.to) } }
    default:
      return change
  }
}

/** Creates a function that writes a change to a store. */
function createStoreWriter(members: MemberReadModel) {
  let newestRound: string | undefined
  return async (change: MemberChange): Promise<void> => {
    switch (change.kind) {
      case 'actors':
        return change.actors[1] ? members.upsertActors(change.actors) : members.upsertActor(change.actors[0] as never)
      case 'account':
        return members.applyAccount(change.account)
      case 'verifiedEmail':
        return members.applyVerifiedEmail(change.of._id)
      case 'profile':
        return members.applyProfile(change.profile)
      case 'privacy':
        return members.applyPrivacy(change.privacy)
      case 'follows':
        return members.setFollow(change.edge)
      case 'blocks':
        return members.setBlock(change.edge)
      case 'mutes':
        return members.setMute(change.edge)
      case 'privacy_exceptions':
        return members.setPrivacyException(change.edge)
      case 'beginRound':
        newestRound = createId()
        return members.beginSnapshotRound(newestRound)
      case 'endRound':
        if (newestRound) await members.endSnapshotRound(newestRound, change.owner)
        while (await members.deleteExpired(NOTHING));
    }
  }
}

const byKey = ({ from, to }: EdgeChange, other: EdgeChange) => (`${from} ${to}` < `${other.from} ${other.to}` ? -1 : 1)

/** Returns the content that callers of the read model can observe: everything but the rounds. */
function toContent({ members, follows, blocks, mutes, privacy_exceptions: exceptions }: MemberData) {
  const withoutRound = <Row extends { round: number }>({ round, ...row }: Row) => row
  const toEdges = <Edge extends EdgeChange & { round: number }>(edges: ReadonlyMap<string, Edge>) =>
    [...edges.values()].map(withoutRound).toSorted(byKey)
  return {
    members: new Map([...members].map(([id, row]) => [id, withoutRound(row)])),
    follows: toEdges(follows),
    blocks: toEdges(blocks),
    mutes: toEdges(mutes),
    exceptions: toEdges(exceptions),
  }
}

describeOnEachEngine(engines, (open) => {
  const opened = shareAcrossTests(open)

  it('has the content of the rule after any sequence of changes', async () => {
    const { members, readEdges } = await opened()
    const sequences = fc.array(anyChange, { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const ids = Array.from({ length: MEMBERS }, createId)
        const write = createStoreWriter(members)
        let data = NO_MEMBER_DATA
        for (const change of sequence.map((numbered) => withIds(numbered, ids))) {
          await write(change)
          data = applyMemberChange(data, change)
        }
        const kinds = ['follows', 'blocks', 'mutes', 'privacy_exceptions'] as const
        const [follows = [], blocks = [], mutes = [], exceptions = []] = await Promise.all(
          kinds.map((kind) => readEdges(kind, ids)),
        )
        const stored = {
          members: await members.find(ids),
          follows: follows.toSorted(byKey),
          blocks: blocks.toSorted(byKey),
          mutes: mutes.toSorted(byKey),
          exceptions: exceptions.toSorted(byKey),
        }
        expect(stored).toEqual(toContent(data))
      }),
      { numRuns: 60 },
    )
  }, 300_000) // a busy machine takes minutes
})

describe('the rule of the read model', () => {
  it('converges for repeated and reordered changes of one version each', () => {
    const profile = (profileVersion: number) => ({
      ...{ _id: 'ann', username: 'ann', fullName: `Ann the ${profileVersion}.`, avatar: '' },
      isVerified: profileVersion % 2 === 1,
      profileVersion,
    })
    const { isVerified: _, ...actorOf2 } = profile(2)
    const follow = (edgeVersion: number, active: boolean): MemberChange => ({
      kind: 'follows',
      edge: { from: 'ann', to: 'bob', version: edgeVersion, active, at: minutesAfterNoon(edgeVersion) },
    })
    const registration = {
      ...{ username: 'ann', fullName: 'Ann', state: 'active' as const, createdAt: noon },
      isEmailVerified: false,
    }
    const steps: MemberChange[] = [
      { kind: 'account', account: { _id: 'ann', accountVersion: 1, ...registration } },
      { kind: 'verifiedEmail', of: { _id: 'ann' } },
      { kind: 'account', account: { _id: 'ann', accountVersion: 2, state: 'deactivated' } },
      { kind: 'account', account: { _id: 'ann', accountVersion: 3, state: 'active' } },
      ...[1, 2, 3].map((n): MemberChange => ({ kind: 'profile', profile: profile(n) })),
      { kind: 'actors', actors: [{ ...actorOf2, profileVersion: 0 }, actorOf2] },
      ...[1, 2, 3].map((n) => follow(n, n !== 2)),
    ]
    const erase: MemberChange = { kind: 'account', account: { _id: 'ann', accountVersion: 4, state: 'erased' } }
    const shuffled = fc.shuffledSubarray([...steps, ...steps], { minLength: steps.length * 2 })
    fc.assert(
      fc.property(shuffled, fc.option(fc.nat(steps.length)), (order, erasedAt) => {
        const sequence = erasedAt === null ? order : order.toSpliced(erasedAt, 0, erase)
        const data = sequence.reduce(applyMemberChange, NO_MEMBER_DATA)
        expect(data.members.get('ann')).toMatchObject(
          erasedAt === null
            ? { state: 'active', fullName: 'Ann the 3.', isVerified: true, accountVersion: 3, isEmailVerified: true }
            : { state: 'erased', fullName: '', isVerified: false, accountVersion: 4, isEmailVerified: undefined },
        )
        expect([...data.follows.values()]).toMatchObject([{ version: 3, active: true, at: minutesAfterNoon(3) }])
      }),
      { numRuns: 500 },
    )
  })
})
