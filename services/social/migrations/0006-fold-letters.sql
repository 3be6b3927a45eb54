-- Up Migration

-- Letters and quotes that Unicode does not decompose are folded, too: 'Łukasz' is found by 'lukasz'. The same as `foldText` of
-- packages/storage. The collation (PostgreSQL 17) gives every server the same lower case.
create or replace function folded(name text) returns text language sql immutable parallel safe strict
  return replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(replace(name, '´', ''''), NFKD), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8),
    'ƀɓðđɖɗɛƒǥɠħıɨƙłƚŋɲøƥĸŧƭʈʉʋƴƶς‘’‛`ʹʻʼʽ′“”„‟‐‒–—―−⁄',
    'bbddddefgghiikllnnopqtttuvyzσ''''''''''''''''''""""------/'
  ), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
