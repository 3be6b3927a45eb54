import type { Member } from './member-read-model.ts'

/**
 * Decides whether a member has to prove the e-mail address before they write to others. `isRequired`: the installation wants it. A
 * member of whom no event of auth has said it yet does not have to.
 */
export const mustVerifyEmail = (member: Pick<Member, 'isEmailVerified'> | undefined, isRequired: boolean): boolean =>
  isRequired && member?.isEmailVerified === false
