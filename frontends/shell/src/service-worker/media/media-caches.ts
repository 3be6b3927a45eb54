/** Pictures that every member may see. */
export const PUBLIC_MEDIA_CACHE = 'meadow-media'
/** Pictures of the conversations of the member. It is deleted at sign-out. */
export const MEMBER_MEDIA_CACHE = 'meadow-member-media'
