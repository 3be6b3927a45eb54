/** The name of the member's IndexedDB database, which is deleted at sign-out. */
export const MEMBER_DATABASE_NAME = 'meadow-member'
