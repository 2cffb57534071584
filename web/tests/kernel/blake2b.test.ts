import { expect, test } from "vitest";

import { blake2b } from "../../src/kernel/blake2b";

function hexadecimal(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

test("the example of RFC 7693", () => {
  expect(hexadecimal(blake2b(new TextEncoder().encode("abc"), 64))).toBe(
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1" +
      "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
  );
});

// hashlib.blake2b(bytes(i % 251 for i in range(length)), digest_size=32).hexdigest()
test.each([
  [0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"],
  [1, "03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314"],
  [3, "3d8c3d594928271f44aad7a04b177154806867bcf918e1549c0bc16f9da2b09b"],
  [127, "f2fe67ff342e21b8f45e8f2e0bcd1d9243245d50ee6c78042e9c491388791c72"],
  [128, "c3582f71ebb2be66fa5dd750f80baae97554f3b015663c8be377cfcb2488c1d1"],
  [129, "f7f3c46ba2564ff4c4c162da1f5b605f9f1c4aa6a20652a9f9a337c1a2f5b9c9"],
  [256, "582f782226018ec33076bd8d1c42413530ac7e1126260ffc0f306ba3befc3f24"],
  [1000, "b372d0608f720c8c3dd41e9c8eecb10143b41abe520b616607e754bf79c08331"],
] as const)("the hash of %i bytes equals Python's", (length, hash) => {
  const data = Uint8Array.from({ length }, (_, i) => i % 251);
  expect(hexadecimal(blake2b(data, 32))).toBe(hash);
});
