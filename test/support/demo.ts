/** Ids of the demo's sample data (Northgate, Development) that tests refer to. */
export const REGION = {
  north: '92dfec16-2fb4-4e5b-af94-9fed99faf7ed',
  south: 'b9387130-6205-47c6-9d90-e77fdb6760b3',
} as const;

export const USER = {
  ada: '9ca86a24-1975-4576-965b-ebd2fd6f9dad',
  nina: '4cccf00c-8d3e-4c26-9de8-70f12932cdd3',
  nils: 'dc316fa6-d86c-4e53-bb13-060c15fdcf9f',
  sara: '1975a437-f7f7-49ab-8a37-470a1e1fc575',
  mona: 'a60fbae8-5490-4c73-b41c-c92097b5dadf',
  fia: '43e1959d-f5e8-4f1a-ae1c-7a74099f0218',
  frank: '05e49647-d99a-4f6e-b84f-ec0de415911d',
  tess: 'b48a5388-f13d-47cf-8d87-9f32e25dc284',
  omar: '4273bb01-25ce-4a23-b13a-bf4db5dfd001',
  dirkDisabled: '6a5f8344-744c-4aab-8671-4ef53ca28e8b',
  erp: '9a8a610a-b779-4185-adb8-bea5d7b8cf6d',
  bob: 'c12c95ec-2a32-4999-b373-f956049f6f67',
} as const;

export const TEAM = {
  salesNorth: '2d5856b7-1c63-4a51-920f-d6411497fb6b',
  salesSouth: 'b2b927c1-6905-495b-b827-df83f9990c30',
  finance: 'ca6bbeeb-1855-4ece-b313-019daea0628b',
  management: '47521874-0f82-4519-a5fc-26e054a026d2',
} as const;

export const ROLE = {
  salesRep: 'fa75dce4-8239-4b19-bf90-585bedf4abc2',
  salesAssistant: '81b287d1-1f95-4adc-bf42-119a032c5c60',
  outsider: 'ef7d2e14-b18f-4ea6-b983-fe6c028489ee',
  warehouse: 'e469955c-1cf3-4571-a326-d569f06faa6b',
} as const;

/** Owners: alpenmarkt, bistro nina; cafe, gastro (inactive) nils; dorfladen, eiscafe, fern sara. */
export const CUSTOMER = {
  alpenmarkt: 'de93140a-f4fb-4e24-9c00-85595603a447',
  bistro: 'ca1f151d-33b0-4b34-bdaf-4ced3e48255a',
  cafe: '767a8670-4cfd-48f9-bd2b-b36230504c76',
  dorfladen: '872f4110-52fb-40c9-8ac4-e2eb8842ab82',
  eiscafe: '5c55e8cc-dce4-4a42-b3fc-9d2b1f057ef7',
  fern: '1bf88119-aa07-4458-ab6c-d39d3e537fe6',
  gastro: '2993c93f-9575-4a33-a554-5ca8b60d05ea',
} as const;

/** o1, o2, o8 nina; o3, o9 nils; o4 to o7 sara. */
export const ORDER = {
  o1: '13723689-9378-4f86-94f0-17d8f460ec43',
  o2: '32ab4b77-f6c8-472d-9fb2-a9fdc155a00e',
  o3: '296133a9-28b4-47b4-ab35-4bf4f6b4aa6b',
  o4: '1cc6baab-d65c-4da5-94e7-df0efd06e048',
  o9: '706957e5-4909-4532-99b4-29eeaecd32fa',
} as const;

export const CONTACT = {
  anna: 'a87ab6ce-e946-4d96-ac62-4e2cc19180c4',
  cora: 'cb234bc1-301d-4982-915b-fec0f0bd829c',
  dirk: 'cf648161-509c-4afa-ba12-0ca3083dd0c8',
} as const;

export const PRODUCT = {
  water: 'ad1effff-32d1-4b82-a466-ba0231f9a6bb',
  juice: 'a98235ec-1ce9-49b3-9e06-a77c0f0aceb9',
} as const;

export const INVOICE = {
  i4: '69120141-8636-4634-a84d-4777806afd41',
  i8: '87dbf353-0a1e-4c03-8354-9c30e5769dd8',
} as const;

export const CREDIT_NOTE = { c4: 'e6d93b4a-193b-40bd-893c-6a13b1246ab3' } as const;

export const NOTE = { n1: '4cf62d45-966f-4f58-a9c8-6c7d5a4514ed' } as const;

let taken = 0;
let takenSkus = 0;

/** A tax id that no other record of this test file has. */
const freeTaxId = (): string => `DE9${String(++taken).padStart(8, '0')}`;

/** Fields of a valid new customer. */
export const customer = (fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  Name: 'Contoso',
  TaxId: freeTaxId(),
  RegionId: REGION.north,
  ...fields,
});

/** Fields of a valid new product; its Sku is free. Test files share the counter, and a Sku has four digits. */
export const product = (fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  Sku: `TST-${String(++takenSkus % 10_000).padStart(4, '0')}`,
  Name: 'Thing',
  Category: 'Food',
  UnitPrice: '1.00',
  ...fields,
});
