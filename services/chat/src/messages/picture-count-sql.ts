/** Returns SQL for the number of pictures of the message `alias`. Messages of earlier versions have `media` alone. */
export const pictureCountSql = (alias: string): string =>
  `case when ${alias}.media is null then 0 else coalesce(jsonb_array_length(${alias}.pictures), 1) end`
