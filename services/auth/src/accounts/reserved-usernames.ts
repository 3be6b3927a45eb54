/** Names of pages, roles and addresses of the product. Members cannot use them as usernames. */
const RESERVED_USERNAMES = new Set(
  `
  about abuse account accounts admin administrator alert alerts all anonymous api auth billing blog bookmarks chat
  connection contact everyone explore feed follow followers following friends guest health help here home
  inbox info internal legal login logout mail me media meadow message messages mf moderation moderator news nobody
  notification notifications null oauth official password photos policy post postmaster posts press privacy profile
  profiles push register reports root search security self sessions settings shell signin signout signup social staff
  static status success suggestions support system tag tags team terms trends undefined user username users
  verified webmaster www you
  `
    .trim()
    .split(/\s+/),
)

/** Checks a lower-case username against the reserved names. Dots and underscores are ignored. */
export const isReservedUsername = (username: string): boolean => RESERVED_USERNAMES.has(username.replace(/[._]/g, ''))
