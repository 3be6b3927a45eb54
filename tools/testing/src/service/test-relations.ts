import type { PrivacyException } from '@meadow/contracts'
import { type MemberReadModel, NO_PRIVACY_EXCEPTION, type StoredContactPrivacy } from '@meadow/members'
import { createTestMember, type TestMember } from '../test-members.ts'

/** Writes members, their privacy, follows, blocks and mutes to the read model of a service, without events. */
export type TestRelations = {
  addMember(member?: TestMember): Promise<TestMember>
  deactivate(member: TestMember): Promise<void>
  setPrivate(member: TestMember, isPrivate: boolean): Promise<void>
  setContactPrivacy(member: TestMember, settings: StoredContactPrivacy): Promise<void>
  follow(from: TestMember, to: TestMember): Promise<void>
  unfollow(from: TestMember, to: TestMember): Promise<void>
  block(from: TestMember, to: TestMember): Promise<void>
  unblock(from: TestMember, to: TestMember): Promise<void>
  /** Mutes a member until a time, or (null) until an unmute. */
  mute(from: TestMember, to: TestMember, until?: Date | null): Promise<void>
  unmute(from: TestMember, to: TestMember): Promise<void>
  /** Makes an exception of the settings of `from` for `to`; choices that are missing are as in the settings. */
  setPrivacyException(from: TestMember, to: TestMember, exception: Partial<PrivacyException>): Promise<void>
}

/** Creates the relations on `members`. Each change has a higher version than the one before. */
export function createTestRelations(members: MemberReadModel, now: () => Date): TestRelations {
  let version = 0
  const edge = (from: TestMember, to: TestMember, active: boolean) => {
    version += 1
    return { from: from._id, to: to._id, version, active, at: now() }
  }
  return {
    async addMember(member = createTestMember()) {
      const { _id, username, fullName, avatar } = member
      await members.applyAccount({ _id, username, fullName, accountVersion: 1, state: 'active', createdAt: now() })
      if (avatar) await members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
      return member
    },
    deactivate: ({ _id }) => members.applyAccount({ _id, accountVersion: 2, state: 'deactivated' }),
    setPrivate({ _id }, isPrivate) {
      version += 1
      return members.applyPrivacy({ _id, isPrivate, contactPrivacy: {}, privacyVersion: version })
    },
    setContactPrivacy({ _id }, contactPrivacy) {
      version += 1
      return members.applyPrivacy({ _id, isPrivate: false, contactPrivacy, privacyVersion: version })
    },
    follow: (from, to) => members.setFollow(edge(from, to, true)),
    unfollow: (from, to) => members.setFollow(edge(from, to, false)),
    block: (from, to) => members.setBlock(edge(from, to, true)),
    unblock: (from, to) => members.setBlock(edge(from, to, false)),
    mute: (from, to, until = null) => members.setMute({ ...edge(from, to, true), until }),
    unmute: (from, to) => members.setMute({ ...edge(from, to, false), until: now() }),
    setPrivacyException: (from, to, exception) =>
      members.setPrivacyException({ ...edge(from, to, true), exception: { ...NO_PRIVACY_EXCEPTION, ...exception } }),
  }
}
