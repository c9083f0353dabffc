// Made by scripts/generate.ts from schemas/*.json with ajv (MIT). Change those, never this.
// @ts-nocheck

/** Most errors that one validation keeps; there are more in the document when a validation returns as many. */
export const KEPT_ERRORS: number = 5000;

/** What one keyword of a schema says against a value. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}

/** Why a value does not fit the schema; nothing when it does. */
export type Validator = (value: unknown) => readonly SchemaError[];

"use strict";
var compiled = (() => {
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __commonJS = (cb, mod) => function() {
    try {
      return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
    } catch (e) {
      throw mod = 0, e;
    }
  };

  // node_modules/ajv/dist/runtime/ucs2length.js
  var require_ucs2length = __commonJS({
    "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
      "use strict";
      Object.defineProperty(exports, "__esModule", { value: !0 });
      function ucs2length(str) {
        let len = str.length, length = 0, pos = 0, value;
        for (; pos < len; )
          length++, value = str.charCodeAt(pos++), value >= 55296 && value <= 56319 && pos < len && (value = str.charCodeAt(pos), (value & 64512) === 56320 && pos++);
        return length;
      }
      exports.default = ucs2length;
      ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
    }
  });

  // <stdin>
  var require_stdin = __commonJS({
    "<stdin>"(exports) {
      exports.validateStatePacket = validate20;
      var schema31 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "https://www.glyphd.com/research/rtin/rtin-state-packet.schema.json", title: "RTIN State Packet v0.1", type: "object", additionalProperties: !1, required: ["schema_version", "task_id", "depth", "phase", "objective", "invariants", "claims", "artifact_deltas", "dependencies", "contradictions", "open_loops", "coverage", "budget", "next_transition"], properties: { schema_version: { const: "0.1.0" }, task_id: { type: "string", minLength: 1 }, parent_id: { type: ["string", "null"] }, depth: { type: "integer", minimum: 0 }, phase: { enum: ["BEGINNING", "MIDDLE", "END"] }, objective: { type: "string", minLength: 1 }, invariants: { type: "array", items: { type: "object", additionalProperties: !1, required: ["id", "operator", "statement", "authority"], properties: { id: { type: "string" }, operator: { enum: ["PRESERVE", "REQUIRE", "PROHIBIT", "PREFER"] }, statement: { type: "string" }, authority: { enum: ["user", "system", "developer", "source", "runtime", "model-proposal"] } } } }, claims: { type: "array", items: { type: "object", additionalProperties: !1, required: ["id", "statement", "status", "evidence_refs"], properties: { id: { type: "string" }, statement: { type: "string" }, status: { enum: ["proposed", "supported", "verified", "contradicted", "unresolved", "rejected"] }, confidence: { type: ["number", "null"], minimum: 0, maximum: 1 }, evidence_refs: { type: "array", items: { type: "string" } } } } }, artifact_deltas: { type: "array", items: { type: "object" } }, dependencies: { type: "array", items: { type: "string" } }, contradictions: { type: "array", items: { type: "object" } }, open_loops: { type: "array", items: { type: "object" } }, coverage: { type: "object", additionalProperties: !1, required: ["required", "satisfied", "unsatisfied"], properties: { required: { type: "array", items: { type: "string" } }, satisfied: { type: "array", items: { type: "string" } }, unsatisfied: { type: "array", items: { type: "string" } } } }, budget: { type: "object", additionalProperties: !1, required: ["context_tokens", "output_tokens", "maximum_children", "maximum_depth"], properties: { context_tokens: { type: "integer", minimum: 1 }, output_tokens: { type: "integer", minimum: 1 }, maximum_children: { type: "integer", minimum: 0 }, maximum_depth: { type: "integer", minimum: 0 }, remaining_invocations: { type: ["integer", "null"], minimum: 0 }, remaining_wall_time_ms: { type: ["integer", "null"], minimum: 0 } } }, next_transition: { enum: ["EXECUTE", "SPLIT", "RESOLVE", "ESCALATE", "HALT"] } } }, func0 = Object.prototype.hasOwnProperty, func77 = require_ucs2length().default;
      function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate20.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.schema_version === void 0 || !func0.call(data, "schema_version")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "schema_version" } }), errors++), (data.task_id === void 0 || !func0.call(data, "task_id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "task_id" } }), errors++), (data.depth === void 0 || !func0.call(data, "depth")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "depth" } }), errors++), (data.phase === void 0 || !func0.call(data, "phase")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "phase" } }), errors++), (data.objective === void 0 || !func0.call(data, "objective")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "objective" } }), errors++), (data.invariants === void 0 || !func0.call(data, "invariants")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "invariants" } }), errors++), (data.claims === void 0 || !func0.call(data, "claims")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "claims" } }), errors++), (data.artifact_deltas === void 0 || !func0.call(data, "artifact_deltas")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "artifact_deltas" } }), errors++), (data.dependencies === void 0 || !func0.call(data, "dependencies")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "dependencies" } }), errors++), (data.contradictions === void 0 || !func0.call(data, "contradictions")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "contradictions" } }), errors++), (data.open_loops === void 0 || !func0.call(data, "open_loops")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "open_loops" } }), errors++), (data.coverage === void 0 || !func0.call(data, "coverage")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "coverage" } }), errors++), (data.budget === void 0 || !func0.call(data, "budget")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "budget" } }), errors++), (data.next_transition === void 0 || !func0.call(data, "next_transition")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "next_transition" } }), errors++);
          for (let key0 of Object.keys(data))
            func0.call(schema31.properties, key0) || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.schema_version !== void 0 && func0.call(data, "schema_version") && data.schema_version !== "0.1.0") {
            let err15 = { instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: "0.1.0" } };
            vErrors = add(vErrors, err15), errors++;
          }
          if (data.task_id !== void 0 && func0.call(data, "task_id")) {
            let data1 = data.task_id;
            if (typeof data1 == "string") {
              if (func77(data1) < 1) {
                let err16 = { instancePath: instancePath + "/task_id", schemaPath: "#/properties/task_id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err16), errors++;
              }
            } else {
              let err17 = { instancePath: instancePath + "/task_id", schemaPath: "#/properties/task_id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err17), errors++;
            }
          }
          if (data.parent_id !== void 0 && func0.call(data, "parent_id")) {
            let data2 = data.parent_id;
            if (typeof data2 != "string" && data2 !== null) {
              let err18 = { instancePath: instancePath + "/parent_id", schemaPath: "#/properties/parent_id/type", keyword: "type", params: { type: schema31.properties.parent_id.type } };
              vErrors = add(vErrors, err18), errors++;
            }
          }
          if (data.depth !== void 0 && func0.call(data, "depth")) {
            let data3 = data.depth;
            if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
              let err19 = { instancePath: instancePath + "/depth", schemaPath: "#/properties/depth/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err19), errors++;
            }
            if (typeof data3 == "number" && isFinite(data3) && (data3 < 0 || isNaN(data3))) {
              let err20 = { instancePath: instancePath + "/depth", schemaPath: "#/properties/depth/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err20), errors++;
            }
          }
          if (data.phase !== void 0 && func0.call(data, "phase")) {
            let data4 = data.phase;
            if (!(data4 === "BEGINNING" || data4 === "MIDDLE" || data4 === "END")) {
              let err21 = { instancePath: instancePath + "/phase", schemaPath: "#/properties/phase/enum", keyword: "enum", params: { allowedValues: schema31.properties.phase.enum } };
              vErrors = add(vErrors, err21), errors++;
            }
          }
          if (data.objective !== void 0 && func0.call(data, "objective")) {
            let data5 = data.objective;
            if (typeof data5 == "string") {
              if (func77(data5) < 1) {
                let err22 = { instancePath: instancePath + "/objective", schemaPath: "#/properties/objective/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err22), errors++;
              }
            } else {
              let err23 = { instancePath: instancePath + "/objective", schemaPath: "#/properties/objective/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err23), errors++;
            }
          }
          if (data.invariants !== void 0 && func0.call(data, "invariants")) {
            let data6 = data.invariants;
            if (Array.isArray(data6)) {
              let len0 = data6.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data7 = data6[i0];
                if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
                  if (data7.id === void 0 || !func0.call(data7, "id")) {
                    let err24 = { instancePath: instancePath + "/invariants/" + i0, schemaPath: "#/properties/invariants/items/required", keyword: "required", params: { missingProperty: "id" } };
                    vErrors = add(vErrors, err24), errors++;
                  }
                  if (data7.operator === void 0 || !func0.call(data7, "operator")) {
                    let err25 = { instancePath: instancePath + "/invariants/" + i0, schemaPath: "#/properties/invariants/items/required", keyword: "required", params: { missingProperty: "operator" } };
                    vErrors = add(vErrors, err25), errors++;
                  }
                  if (data7.statement === void 0 || !func0.call(data7, "statement")) {
                    let err26 = { instancePath: instancePath + "/invariants/" + i0, schemaPath: "#/properties/invariants/items/required", keyword: "required", params: { missingProperty: "statement" } };
                    vErrors = add(vErrors, err26), errors++;
                  }
                  if (data7.authority === void 0 || !func0.call(data7, "authority")) {
                    let err27 = { instancePath: instancePath + "/invariants/" + i0, schemaPath: "#/properties/invariants/items/required", keyword: "required", params: { missingProperty: "authority" } };
                    vErrors = add(vErrors, err27), errors++;
                  }
                  for (let key1 of Object.keys(data7))
                    if (!(key1 === "id" || key1 === "operator" || key1 === "statement" || key1 === "authority")) {
                      let err28 = { instancePath: instancePath + "/invariants/" + i0, schemaPath: "#/properties/invariants/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err28), errors++;
                    }
                  if (data7.id !== void 0 && func0.call(data7, "id") && typeof data7.id != "string") {
                    let err29 = { instancePath: instancePath + "/invariants/" + i0 + "/id", schemaPath: "#/properties/invariants/items/properties/id/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err29), errors++;
                  }
                  if (data7.operator !== void 0 && func0.call(data7, "operator")) {
                    let data9 = data7.operator;
                    if (!(data9 === "PRESERVE" || data9 === "REQUIRE" || data9 === "PROHIBIT" || data9 === "PREFER")) {
                      let err30 = { instancePath: instancePath + "/invariants/" + i0 + "/operator", schemaPath: "#/properties/invariants/items/properties/operator/enum", keyword: "enum", params: { allowedValues: schema31.properties.invariants.items.properties.operator.enum } };
                      vErrors = add(vErrors, err30), errors++;
                    }
                  }
                  if (data7.statement !== void 0 && func0.call(data7, "statement") && typeof data7.statement != "string") {
                    let err31 = { instancePath: instancePath + "/invariants/" + i0 + "/statement", schemaPath: "#/properties/invariants/items/properties/statement/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err31), errors++;
                  }
                  if (data7.authority !== void 0 && func0.call(data7, "authority")) {
                    let data11 = data7.authority;
                    if (!(data11 === "user" || data11 === "system" || data11 === "developer" || data11 === "source" || data11 === "runtime" || data11 === "model-proposal")) {
                      let err32 = { instancePath: instancePath + "/invariants/" + i0 + "/authority", schemaPath: "#/properties/invariants/items/properties/authority/enum", keyword: "enum", params: { allowedValues: schema31.properties.invariants.items.properties.authority.enum } };
                      vErrors = add(vErrors, err32), errors++;
                    }
                  }
                } else {
                  let err33 = { instancePath: instancePath + "/invariants/" + i0, schemaPath: "#/properties/invariants/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err33), errors++;
                }
              }
            } else {
              let err34 = { instancePath: instancePath + "/invariants", schemaPath: "#/properties/invariants/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err34), errors++;
            }
          }
          if (data.claims !== void 0 && func0.call(data, "claims")) {
            let data12 = data.claims;
            if (Array.isArray(data12)) {
              let len1 = data12.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data13 = data12[i1];
                if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
                  if (data13.id === void 0 || !func0.call(data13, "id")) {
                    let err35 = { instancePath: instancePath + "/claims/" + i1, schemaPath: "#/properties/claims/items/required", keyword: "required", params: { missingProperty: "id" } };
                    vErrors = add(vErrors, err35), errors++;
                  }
                  if (data13.statement === void 0 || !func0.call(data13, "statement")) {
                    let err36 = { instancePath: instancePath + "/claims/" + i1, schemaPath: "#/properties/claims/items/required", keyword: "required", params: { missingProperty: "statement" } };
                    vErrors = add(vErrors, err36), errors++;
                  }
                  if (data13.status === void 0 || !func0.call(data13, "status")) {
                    let err37 = { instancePath: instancePath + "/claims/" + i1, schemaPath: "#/properties/claims/items/required", keyword: "required", params: { missingProperty: "status" } };
                    vErrors = add(vErrors, err37), errors++;
                  }
                  if (data13.evidence_refs === void 0 || !func0.call(data13, "evidence_refs")) {
                    let err38 = { instancePath: instancePath + "/claims/" + i1, schemaPath: "#/properties/claims/items/required", keyword: "required", params: { missingProperty: "evidence_refs" } };
                    vErrors = add(vErrors, err38), errors++;
                  }
                  for (let key2 of Object.keys(data13))
                    if (!(key2 === "id" || key2 === "statement" || key2 === "status" || key2 === "confidence" || key2 === "evidence_refs")) {
                      let err39 = { instancePath: instancePath + "/claims/" + i1, schemaPath: "#/properties/claims/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                      vErrors = add(vErrors, err39), errors++;
                    }
                  if (data13.id !== void 0 && func0.call(data13, "id") && typeof data13.id != "string") {
                    let err40 = { instancePath: instancePath + "/claims/" + i1 + "/id", schemaPath: "#/properties/claims/items/properties/id/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err40), errors++;
                  }
                  if (data13.statement !== void 0 && func0.call(data13, "statement") && typeof data13.statement != "string") {
                    let err41 = { instancePath: instancePath + "/claims/" + i1 + "/statement", schemaPath: "#/properties/claims/items/properties/statement/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err41), errors++;
                  }
                  if (data13.status !== void 0 && func0.call(data13, "status")) {
                    let data16 = data13.status;
                    if (!(data16 === "proposed" || data16 === "supported" || data16 === "verified" || data16 === "contradicted" || data16 === "unresolved" || data16 === "rejected")) {
                      let err42 = { instancePath: instancePath + "/claims/" + i1 + "/status", schemaPath: "#/properties/claims/items/properties/status/enum", keyword: "enum", params: { allowedValues: schema31.properties.claims.items.properties.status.enum } };
                      vErrors = add(vErrors, err42), errors++;
                    }
                  }
                  if (data13.confidence !== void 0 && func0.call(data13, "confidence")) {
                    let data17 = data13.confidence;
                    if (!(typeof data17 == "number" && isFinite(data17)) && data17 !== null) {
                      let err43 = { instancePath: instancePath + "/claims/" + i1 + "/confidence", schemaPath: "#/properties/claims/items/properties/confidence/type", keyword: "type", params: { type: schema31.properties.claims.items.properties.confidence.type } };
                      vErrors = add(vErrors, err43), errors++;
                    }
                    if (typeof data17 == "number" && isFinite(data17)) {
                      if (data17 > 1 || isNaN(data17)) {
                        let err44 = { instancePath: instancePath + "/claims/" + i1 + "/confidence", schemaPath: "#/properties/claims/items/properties/confidence/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1 } };
                        vErrors = add(vErrors, err44), errors++;
                      }
                      if (data17 < 0 || isNaN(data17)) {
                        let err45 = { instancePath: instancePath + "/claims/" + i1 + "/confidence", schemaPath: "#/properties/claims/items/properties/confidence/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                        vErrors = add(vErrors, err45), errors++;
                      }
                    }
                  }
                  if (data13.evidence_refs !== void 0 && func0.call(data13, "evidence_refs")) {
                    let data18 = data13.evidence_refs;
                    if (Array.isArray(data18)) {
                      let len2 = data18.length;
                      for (let i2 = 0; i2 < len2; i2++)
                        if (typeof data18[i2] != "string") {
                          let err46 = { instancePath: instancePath + "/claims/" + i1 + "/evidence_refs/" + i2, schemaPath: "#/properties/claims/items/properties/evidence_refs/items/type", keyword: "type", params: { type: "string" } };
                          vErrors = add(vErrors, err46), errors++;
                        }
                    } else {
                      let err47 = { instancePath: instancePath + "/claims/" + i1 + "/evidence_refs", schemaPath: "#/properties/claims/items/properties/evidence_refs/type", keyword: "type", params: { type: "array" } };
                      vErrors = add(vErrors, err47), errors++;
                    }
                  }
                } else {
                  let err48 = { instancePath: instancePath + "/claims/" + i1, schemaPath: "#/properties/claims/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err48), errors++;
                }
              }
            } else {
              let err49 = { instancePath: instancePath + "/claims", schemaPath: "#/properties/claims/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err49), errors++;
            }
          }
          if (data.artifact_deltas !== void 0 && func0.call(data, "artifact_deltas")) {
            let data20 = data.artifact_deltas;
            if (Array.isArray(data20)) {
              let len3 = data20.length;
              for (let i3 = 0; i3 < len3; i3++) {
                let data21 = data20[i3];
                if (!(data21 && typeof data21 == "object" && !Array.isArray(data21))) {
                  let err50 = { instancePath: instancePath + "/artifact_deltas/" + i3, schemaPath: "#/properties/artifact_deltas/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err50), errors++;
                }
              }
            } else {
              let err51 = { instancePath: instancePath + "/artifact_deltas", schemaPath: "#/properties/artifact_deltas/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err51), errors++;
            }
          }
          if (data.dependencies !== void 0 && func0.call(data, "dependencies")) {
            let data22 = data.dependencies;
            if (Array.isArray(data22)) {
              let len4 = data22.length;
              for (let i4 = 0; i4 < len4; i4++)
                if (typeof data22[i4] != "string") {
                  let err52 = { instancePath: instancePath + "/dependencies/" + i4, schemaPath: "#/properties/dependencies/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err52), errors++;
                }
            } else {
              let err53 = { instancePath: instancePath + "/dependencies", schemaPath: "#/properties/dependencies/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err53), errors++;
            }
          }
          if (data.contradictions !== void 0 && func0.call(data, "contradictions")) {
            let data24 = data.contradictions;
            if (Array.isArray(data24)) {
              let len5 = data24.length;
              for (let i5 = 0; i5 < len5; i5++) {
                let data25 = data24[i5];
                if (!(data25 && typeof data25 == "object" && !Array.isArray(data25))) {
                  let err54 = { instancePath: instancePath + "/contradictions/" + i5, schemaPath: "#/properties/contradictions/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err54), errors++;
                }
              }
            } else {
              let err55 = { instancePath: instancePath + "/contradictions", schemaPath: "#/properties/contradictions/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err55), errors++;
            }
          }
          if (data.open_loops !== void 0 && func0.call(data, "open_loops")) {
            let data26 = data.open_loops;
            if (Array.isArray(data26)) {
              let len6 = data26.length;
              for (let i6 = 0; i6 < len6; i6++) {
                let data27 = data26[i6];
                if (!(data27 && typeof data27 == "object" && !Array.isArray(data27))) {
                  let err56 = { instancePath: instancePath + "/open_loops/" + i6, schemaPath: "#/properties/open_loops/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err56), errors++;
                }
              }
            } else {
              let err57 = { instancePath: instancePath + "/open_loops", schemaPath: "#/properties/open_loops/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err57), errors++;
            }
          }
          if (data.coverage !== void 0 && func0.call(data, "coverage")) {
            let data28 = data.coverage;
            if (data28 && typeof data28 == "object" && !Array.isArray(data28)) {
              if (data28.required === void 0 || !func0.call(data28, "required")) {
                let err58 = { instancePath: instancePath + "/coverage", schemaPath: "#/properties/coverage/required", keyword: "required", params: { missingProperty: "required" } };
                vErrors = add(vErrors, err58), errors++;
              }
              if (data28.satisfied === void 0 || !func0.call(data28, "satisfied")) {
                let err59 = { instancePath: instancePath + "/coverage", schemaPath: "#/properties/coverage/required", keyword: "required", params: { missingProperty: "satisfied" } };
                vErrors = add(vErrors, err59), errors++;
              }
              if (data28.unsatisfied === void 0 || !func0.call(data28, "unsatisfied")) {
                let err60 = { instancePath: instancePath + "/coverage", schemaPath: "#/properties/coverage/required", keyword: "required", params: { missingProperty: "unsatisfied" } };
                vErrors = add(vErrors, err60), errors++;
              }
              for (let key3 of Object.keys(data28))
                if (!(key3 === "required" || key3 === "satisfied" || key3 === "unsatisfied")) {
                  let err61 = { instancePath: instancePath + "/coverage", schemaPath: "#/properties/coverage/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 } };
                  vErrors = add(vErrors, err61), errors++;
                }
              if (data28.required !== void 0 && func0.call(data28, "required")) {
                let data29 = data28.required;
                if (Array.isArray(data29)) {
                  let len7 = data29.length;
                  for (let i7 = 0; i7 < len7; i7++)
                    if (typeof data29[i7] != "string") {
                      let err62 = { instancePath: instancePath + "/coverage/required/" + i7, schemaPath: "#/properties/coverage/properties/required/items/type", keyword: "type", params: { type: "string" } };
                      vErrors = add(vErrors, err62), errors++;
                    }
                } else {
                  let err63 = { instancePath: instancePath + "/coverage/required", schemaPath: "#/properties/coverage/properties/required/type", keyword: "type", params: { type: "array" } };
                  vErrors = add(vErrors, err63), errors++;
                }
              }
              if (data28.satisfied !== void 0 && func0.call(data28, "satisfied")) {
                let data31 = data28.satisfied;
                if (Array.isArray(data31)) {
                  let len8 = data31.length;
                  for (let i8 = 0; i8 < len8; i8++)
                    if (typeof data31[i8] != "string") {
                      let err64 = { instancePath: instancePath + "/coverage/satisfied/" + i8, schemaPath: "#/properties/coverage/properties/satisfied/items/type", keyword: "type", params: { type: "string" } };
                      vErrors = add(vErrors, err64), errors++;
                    }
                } else {
                  let err65 = { instancePath: instancePath + "/coverage/satisfied", schemaPath: "#/properties/coverage/properties/satisfied/type", keyword: "type", params: { type: "array" } };
                  vErrors = add(vErrors, err65), errors++;
                }
              }
              if (data28.unsatisfied !== void 0 && func0.call(data28, "unsatisfied")) {
                let data33 = data28.unsatisfied;
                if (Array.isArray(data33)) {
                  let len9 = data33.length;
                  for (let i9 = 0; i9 < len9; i9++)
                    if (typeof data33[i9] != "string") {
                      let err66 = { instancePath: instancePath + "/coverage/unsatisfied/" + i9, schemaPath: "#/properties/coverage/properties/unsatisfied/items/type", keyword: "type", params: { type: "string" } };
                      vErrors = add(vErrors, err66), errors++;
                    }
                } else {
                  let err67 = { instancePath: instancePath + "/coverage/unsatisfied", schemaPath: "#/properties/coverage/properties/unsatisfied/type", keyword: "type", params: { type: "array" } };
                  vErrors = add(vErrors, err67), errors++;
                }
              }
            } else {
              let err68 = { instancePath: instancePath + "/coverage", schemaPath: "#/properties/coverage/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err68), errors++;
            }
          }
          if (data.budget !== void 0 && func0.call(data, "budget")) {
            let data35 = data.budget;
            if (data35 && typeof data35 == "object" && !Array.isArray(data35)) {
              if (data35.context_tokens === void 0 || !func0.call(data35, "context_tokens")) {
                let err69 = { instancePath: instancePath + "/budget", schemaPath: "#/properties/budget/required", keyword: "required", params: { missingProperty: "context_tokens" } };
                vErrors = add(vErrors, err69), errors++;
              }
              if (data35.output_tokens === void 0 || !func0.call(data35, "output_tokens")) {
                let err70 = { instancePath: instancePath + "/budget", schemaPath: "#/properties/budget/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                vErrors = add(vErrors, err70), errors++;
              }
              if (data35.maximum_children === void 0 || !func0.call(data35, "maximum_children")) {
                let err71 = { instancePath: instancePath + "/budget", schemaPath: "#/properties/budget/required", keyword: "required", params: { missingProperty: "maximum_children" } };
                vErrors = add(vErrors, err71), errors++;
              }
              if (data35.maximum_depth === void 0 || !func0.call(data35, "maximum_depth")) {
                let err72 = { instancePath: instancePath + "/budget", schemaPath: "#/properties/budget/required", keyword: "required", params: { missingProperty: "maximum_depth" } };
                vErrors = add(vErrors, err72), errors++;
              }
              for (let key4 of Object.keys(data35))
                if (!(key4 === "context_tokens" || key4 === "output_tokens" || key4 === "maximum_children" || key4 === "maximum_depth" || key4 === "remaining_invocations" || key4 === "remaining_wall_time_ms")) {
                  let err73 = { instancePath: instancePath + "/budget", schemaPath: "#/properties/budget/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 } };
                  vErrors = add(vErrors, err73), errors++;
                }
              if (data35.context_tokens !== void 0 && func0.call(data35, "context_tokens")) {
                let data36 = data35.context_tokens;
                if (!(typeof data36 == "number" && !(data36 % 1) && !isNaN(data36) && isFinite(data36))) {
                  let err74 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/properties/budget/properties/context_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err74), errors++;
                }
                if (typeof data36 == "number" && isFinite(data36) && (data36 < 1 || isNaN(data36))) {
                  let err75 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/properties/budget/properties/context_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                  vErrors = add(vErrors, err75), errors++;
                }
              }
              if (data35.output_tokens !== void 0 && func0.call(data35, "output_tokens")) {
                let data37 = data35.output_tokens;
                if (!(typeof data37 == "number" && !(data37 % 1) && !isNaN(data37) && isFinite(data37))) {
                  let err76 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/properties/budget/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err76), errors++;
                }
                if (typeof data37 == "number" && isFinite(data37) && (data37 < 1 || isNaN(data37))) {
                  let err77 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/properties/budget/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                  vErrors = add(vErrors, err77), errors++;
                }
              }
              if (data35.maximum_children !== void 0 && func0.call(data35, "maximum_children")) {
                let data38 = data35.maximum_children;
                if (!(typeof data38 == "number" && !(data38 % 1) && !isNaN(data38) && isFinite(data38))) {
                  let err78 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/properties/budget/properties/maximum_children/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err78), errors++;
                }
                if (typeof data38 == "number" && isFinite(data38) && (data38 < 0 || isNaN(data38))) {
                  let err79 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/properties/budget/properties/maximum_children/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err79), errors++;
                }
              }
              if (data35.maximum_depth !== void 0 && func0.call(data35, "maximum_depth")) {
                let data39 = data35.maximum_depth;
                if (!(typeof data39 == "number" && !(data39 % 1) && !isNaN(data39) && isFinite(data39))) {
                  let err80 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/properties/budget/properties/maximum_depth/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err80), errors++;
                }
                if (typeof data39 == "number" && isFinite(data39) && (data39 < 0 || isNaN(data39))) {
                  let err81 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/properties/budget/properties/maximum_depth/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err81), errors++;
                }
              }
              if (data35.remaining_invocations !== void 0 && func0.call(data35, "remaining_invocations")) {
                let data40 = data35.remaining_invocations;
                if (!(typeof data40 == "number" && !(data40 % 1) && !isNaN(data40) && isFinite(data40)) && data40 !== null) {
                  let err82 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/properties/budget/properties/remaining_invocations/type", keyword: "type", params: { type: schema31.properties.budget.properties.remaining_invocations.type } };
                  vErrors = add(vErrors, err82), errors++;
                }
                if (typeof data40 == "number" && isFinite(data40) && (data40 < 0 || isNaN(data40))) {
                  let err83 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/properties/budget/properties/remaining_invocations/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err83), errors++;
                }
              }
              if (data35.remaining_wall_time_ms !== void 0 && func0.call(data35, "remaining_wall_time_ms")) {
                let data41 = data35.remaining_wall_time_ms;
                if (!(typeof data41 == "number" && !(data41 % 1) && !isNaN(data41) && isFinite(data41)) && data41 !== null) {
                  let err84 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/properties/budget/properties/remaining_wall_time_ms/type", keyword: "type", params: { type: schema31.properties.budget.properties.remaining_wall_time_ms.type } };
                  vErrors = add(vErrors, err84), errors++;
                }
                if (typeof data41 == "number" && isFinite(data41) && (data41 < 0 || isNaN(data41))) {
                  let err85 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/properties/budget/properties/remaining_wall_time_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err85), errors++;
                }
              }
            } else {
              let err86 = { instancePath: instancePath + "/budget", schemaPath: "#/properties/budget/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err86), errors++;
            }
          }
          if (data.next_transition !== void 0 && func0.call(data, "next_transition")) {
            let data42 = data.next_transition;
            if (!(data42 === "EXECUTE" || data42 === "SPLIT" || data42 === "RESOLVE" || data42 === "ESCALATE" || data42 === "HALT")) {
              let err87 = { instancePath: instancePath + "/next_transition", schemaPath: "#/properties/next_transition/enum", keyword: "enum", params: { allowedValues: schema31.properties.next_transition.enum } };
              vErrors = add(vErrors, err87), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate20.errors = vErrors, errors === 0;
      }
      validate20.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      exports.validateContextIr = validate21;
      var pattern4 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([+-]\\d{2}:\\d{2}|Z)$", "u"), schema35 = { type: "object", required: ["seq", "created_at", "source", "input_tokens", "output_tokens", "duration_us", "compression_ratio", "content_excerpt", "truncated", "safety", "verification"], properties: { seq: { type: "integer", minimum: 1 }, created_at: { $ref: "#/$defs/timestamp" }, source: { type: "object", required: ["kind", "tool"], properties: { kind: { $ref: "#/$defs/sourceKind" }, tool: { type: "string", minLength: 1 }, client_name: { type: ["string", "null"] }, agent_id: { type: ["string", "null"] }, path: { type: ["string", "null"] }, command: { type: ["string", "null"] }, pattern: { type: ["string", "null"] } } }, input_tokens: { type: "integer", minimum: 0 }, output_tokens: { type: "integer", minimum: 0 }, duration_us: { type: "integer", minimum: 0 }, compression_ratio: { type: "number", minimum: 0 }, content_excerpt: { type: "string", maxLength: 4096 }, truncated: { type: "boolean" }, safety: { type: "object", required: ["redacted"], properties: { redacted: { type: "boolean" }, boundary_mode: { type: ["string", "null"] } } }, verification: { type: "object", properties: { content_md5: { type: ["string", "null"] } } } } }, schema37 = { type: "string", enum: ["read", "shell", "search", "provider", "other"] };
      function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate22.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          if ((data.seq === void 0 || !func0.call(data, "seq")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "seq" } }), errors++), (data.created_at === void 0 || !func0.call(data, "created_at")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" } }), errors++), (data.source === void 0 || !func0.call(data, "source")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "source" } }), errors++), (data.input_tokens === void 0 || !func0.call(data, "input_tokens")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "input_tokens" } }), errors++), (data.output_tokens === void 0 || !func0.call(data, "output_tokens")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "output_tokens" } }), errors++), (data.duration_us === void 0 || !func0.call(data, "duration_us")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "duration_us" } }), errors++), (data.compression_ratio === void 0 || !func0.call(data, "compression_ratio")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "compression_ratio" } }), errors++), (data.content_excerpt === void 0 || !func0.call(data, "content_excerpt")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "content_excerpt" } }), errors++), (data.truncated === void 0 || !func0.call(data, "truncated")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "truncated" } }), errors++), (data.safety === void 0 || !func0.call(data, "safety")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "safety" } }), errors++), (data.verification === void 0 || !func0.call(data, "verification")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "verification" } }), errors++), data.seq !== void 0 && func0.call(data, "seq")) {
            let data0 = data.seq;
            if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
              let err11 = { instancePath: instancePath + "/seq", schemaPath: "#/properties/seq/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err11), errors++;
            }
            if (typeof data0 == "number" && isFinite(data0) && (data0 < 1 || isNaN(data0))) {
              let err12 = { instancePath: instancePath + "/seq", schemaPath: "#/properties/seq/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.created_at !== void 0 && func0.call(data, "created_at")) {
            let data1 = data.created_at;
            if (typeof data1 == "string") {
              if (!pattern4.test(data1)) {
                let err13 = { instancePath: instancePath + "/created_at", schemaPath: "#/$defs/timestamp/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([+-]\\d{2}:\\d{2}|Z)$" } };
                vErrors = add(vErrors, err13), errors++;
              }
            } else {
              let err14 = { instancePath: instancePath + "/created_at", schemaPath: "#/$defs/timestamp/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.source !== void 0 && func0.call(data, "source")) {
            let data2 = data.source;
            if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
              if (data2.kind === void 0 || !func0.call(data2, "kind")) {
                let err15 = { instancePath: instancePath + "/source", schemaPath: "#/properties/source/required", keyword: "required", params: { missingProperty: "kind" } };
                vErrors = add(vErrors, err15), errors++;
              }
              if (data2.tool === void 0 || !func0.call(data2, "tool")) {
                let err16 = { instancePath: instancePath + "/source", schemaPath: "#/properties/source/required", keyword: "required", params: { missingProperty: "tool" } };
                vErrors = add(vErrors, err16), errors++;
              }
              if (data2.kind !== void 0 && func0.call(data2, "kind")) {
                let data3 = data2.kind;
                if (typeof data3 != "string") {
                  let err17 = { instancePath: instancePath + "/source/kind", schemaPath: "#/$defs/sourceKind/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err17), errors++;
                }
                if (!(data3 === "read" || data3 === "shell" || data3 === "search" || data3 === "provider" || data3 === "other")) {
                  let err18 = { instancePath: instancePath + "/source/kind", schemaPath: "#/$defs/sourceKind/enum", keyword: "enum", params: { allowedValues: schema37.enum } };
                  vErrors = add(vErrors, err18), errors++;
                }
              }
              if (data2.tool !== void 0 && func0.call(data2, "tool")) {
                let data4 = data2.tool;
                if (typeof data4 == "string") {
                  if (func77(data4) < 1) {
                    let err19 = { instancePath: instancePath + "/source/tool", schemaPath: "#/properties/source/properties/tool/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err19), errors++;
                  }
                } else {
                  let err20 = { instancePath: instancePath + "/source/tool", schemaPath: "#/properties/source/properties/tool/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err20), errors++;
                }
              }
              if (data2.client_name !== void 0 && func0.call(data2, "client_name")) {
                let data5 = data2.client_name;
                if (typeof data5 != "string" && data5 !== null) {
                  let err21 = { instancePath: instancePath + "/source/client_name", schemaPath: "#/properties/source/properties/client_name/type", keyword: "type", params: { type: schema35.properties.source.properties.client_name.type } };
                  vErrors = add(vErrors, err21), errors++;
                }
              }
              if (data2.agent_id !== void 0 && func0.call(data2, "agent_id")) {
                let data6 = data2.agent_id;
                if (typeof data6 != "string" && data6 !== null) {
                  let err22 = { instancePath: instancePath + "/source/agent_id", schemaPath: "#/properties/source/properties/agent_id/type", keyword: "type", params: { type: schema35.properties.source.properties.agent_id.type } };
                  vErrors = add(vErrors, err22), errors++;
                }
              }
              if (data2.path !== void 0 && func0.call(data2, "path")) {
                let data7 = data2.path;
                if (typeof data7 != "string" && data7 !== null) {
                  let err23 = { instancePath: instancePath + "/source/path", schemaPath: "#/properties/source/properties/path/type", keyword: "type", params: { type: schema35.properties.source.properties.path.type } };
                  vErrors = add(vErrors, err23), errors++;
                }
              }
              if (data2.command !== void 0 && func0.call(data2, "command")) {
                let data8 = data2.command;
                if (typeof data8 != "string" && data8 !== null) {
                  let err24 = { instancePath: instancePath + "/source/command", schemaPath: "#/properties/source/properties/command/type", keyword: "type", params: { type: schema35.properties.source.properties.command.type } };
                  vErrors = add(vErrors, err24), errors++;
                }
              }
              if (data2.pattern !== void 0 && func0.call(data2, "pattern")) {
                let data9 = data2.pattern;
                if (typeof data9 != "string" && data9 !== null) {
                  let err25 = { instancePath: instancePath + "/source/pattern", schemaPath: "#/properties/source/properties/pattern/type", keyword: "type", params: { type: schema35.properties.source.properties.pattern.type } };
                  vErrors = add(vErrors, err25), errors++;
                }
              }
            } else {
              let err26 = { instancePath: instancePath + "/source", schemaPath: "#/properties/source/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err26), errors++;
            }
          }
          if (data.input_tokens !== void 0 && func0.call(data, "input_tokens")) {
            let data10 = data.input_tokens;
            if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
              let err27 = { instancePath: instancePath + "/input_tokens", schemaPath: "#/properties/input_tokens/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err27), errors++;
            }
            if (typeof data10 == "number" && isFinite(data10) && (data10 < 0 || isNaN(data10))) {
              let err28 = { instancePath: instancePath + "/input_tokens", schemaPath: "#/properties/input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err28), errors++;
            }
          }
          if (data.output_tokens !== void 0 && func0.call(data, "output_tokens")) {
            let data11 = data.output_tokens;
            if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
              let err29 = { instancePath: instancePath + "/output_tokens", schemaPath: "#/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err29), errors++;
            }
            if (typeof data11 == "number" && isFinite(data11) && (data11 < 0 || isNaN(data11))) {
              let err30 = { instancePath: instancePath + "/output_tokens", schemaPath: "#/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err30), errors++;
            }
          }
          if (data.duration_us !== void 0 && func0.call(data, "duration_us")) {
            let data12 = data.duration_us;
            if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
              let err31 = { instancePath: instancePath + "/duration_us", schemaPath: "#/properties/duration_us/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err31), errors++;
            }
            if (typeof data12 == "number" && isFinite(data12) && (data12 < 0 || isNaN(data12))) {
              let err32 = { instancePath: instancePath + "/duration_us", schemaPath: "#/properties/duration_us/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err32), errors++;
            }
          }
          if (data.compression_ratio !== void 0 && func0.call(data, "compression_ratio")) {
            let data13 = data.compression_ratio;
            if (typeof data13 == "number" && isFinite(data13)) {
              if (data13 < 0 || isNaN(data13)) {
                let err33 = { instancePath: instancePath + "/compression_ratio", schemaPath: "#/properties/compression_ratio/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                vErrors = add(vErrors, err33), errors++;
              }
            } else {
              let err34 = { instancePath: instancePath + "/compression_ratio", schemaPath: "#/properties/compression_ratio/type", keyword: "type", params: { type: "number" } };
              vErrors = add(vErrors, err34), errors++;
            }
          }
          if (data.content_excerpt !== void 0 && func0.call(data, "content_excerpt")) {
            let data14 = data.content_excerpt;
            if (typeof data14 == "string") {
              if (func77(data14) > 4096) {
                let err35 = { instancePath: instancePath + "/content_excerpt", schemaPath: "#/properties/content_excerpt/maxLength", keyword: "maxLength", params: { limit: 4096 } };
                vErrors = add(vErrors, err35), errors++;
              }
            } else {
              let err36 = { instancePath: instancePath + "/content_excerpt", schemaPath: "#/properties/content_excerpt/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err36), errors++;
            }
          }
          if (data.truncated !== void 0 && func0.call(data, "truncated") && typeof data.truncated != "boolean") {
            let err37 = { instancePath: instancePath + "/truncated", schemaPath: "#/properties/truncated/type", keyword: "type", params: { type: "boolean" } };
            vErrors = add(vErrors, err37), errors++;
          }
          if (data.safety !== void 0 && func0.call(data, "safety")) {
            let data16 = data.safety;
            if (data16 && typeof data16 == "object" && !Array.isArray(data16)) {
              if (data16.redacted === void 0 || !func0.call(data16, "redacted")) {
                let err38 = { instancePath: instancePath + "/safety", schemaPath: "#/properties/safety/required", keyword: "required", params: { missingProperty: "redacted" } };
                vErrors = add(vErrors, err38), errors++;
              }
              if (data16.redacted !== void 0 && func0.call(data16, "redacted") && typeof data16.redacted != "boolean") {
                let err39 = { instancePath: instancePath + "/safety/redacted", schemaPath: "#/properties/safety/properties/redacted/type", keyword: "type", params: { type: "boolean" } };
                vErrors = add(vErrors, err39), errors++;
              }
              if (data16.boundary_mode !== void 0 && func0.call(data16, "boundary_mode")) {
                let data18 = data16.boundary_mode;
                if (typeof data18 != "string" && data18 !== null) {
                  let err40 = { instancePath: instancePath + "/safety/boundary_mode", schemaPath: "#/properties/safety/properties/boundary_mode/type", keyword: "type", params: { type: schema35.properties.safety.properties.boundary_mode.type } };
                  vErrors = add(vErrors, err40), errors++;
                }
              }
            } else {
              let err41 = { instancePath: instancePath + "/safety", schemaPath: "#/properties/safety/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err41), errors++;
            }
          }
          if (data.verification !== void 0 && func0.call(data, "verification")) {
            let data19 = data.verification;
            if (data19 && typeof data19 == "object" && !Array.isArray(data19)) {
              if (data19.content_md5 !== void 0 && func0.call(data19, "content_md5")) {
                let data20 = data19.content_md5;
                if (typeof data20 != "string" && data20 !== null) {
                  let err42 = { instancePath: instancePath + "/verification/content_md5", schemaPath: "#/properties/verification/properties/content_md5/type", keyword: "type", params: { type: schema35.properties.verification.properties.content_md5.type } };
                  vErrors = add(vErrors, err42), errors++;
                }
              }
            } else {
              let err43 = { instancePath: instancePath + "/verification", schemaPath: "#/properties/verification/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err43), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate22.errors = vErrors, errors === 0;
      }
      validate22.evaluated = { props: { seq: !0, created_at: !0, source: !0, input_tokens: !0, output_tokens: !0, duration_us: !0, compression_ratio: !0, content_excerpt: !0, truncated: !0, safety: !0, verification: !0 }, dynamicProps: !1, dynamicItems: !1 };
      function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate21.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          if ((data.schema_version === void 0 || !func0.call(data, "schema_version")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "schema_version" } }), errors++), (data.created_at === void 0 || !func0.call(data, "created_at")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" } }), errors++), (data.updated_at === void 0 || !func0.call(data, "updated_at")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "updated_at" } }), errors++), (data.next_seq === void 0 || !func0.call(data, "next_seq")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "next_seq" } }), errors++), (data.totals === void 0 || !func0.call(data, "totals")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "totals" } }), errors++), (data.items === void 0 || !func0.call(data, "items")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "items" } }), errors++), data.schema_version !== void 0 && func0.call(data, "schema_version") && data.schema_version !== 1) {
            let err6 = { instancePath: instancePath + "/schema_version", schemaPath: "#/properties/schema_version/const", keyword: "const", params: { allowedValue: 1 } };
            vErrors = add(vErrors, err6), errors++;
          }
          if (data.created_at !== void 0 && func0.call(data, "created_at")) {
            let data1 = data.created_at;
            if (typeof data1 == "string") {
              if (!pattern4.test(data1)) {
                let err7 = { instancePath: instancePath + "/created_at", schemaPath: "#/$defs/timestamp/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([+-]\\d{2}:\\d{2}|Z)$" } };
                vErrors = add(vErrors, err7), errors++;
              }
            } else {
              let err8 = { instancePath: instancePath + "/created_at", schemaPath: "#/$defs/timestamp/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
          if (data.updated_at !== void 0 && func0.call(data, "updated_at")) {
            let data2 = data.updated_at;
            if (typeof data2 == "string") {
              if (!pattern4.test(data2)) {
                let err9 = { instancePath: instancePath + "/updated_at", schemaPath: "#/$defs/timestamp/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([+-]\\d{2}:\\d{2}|Z)$" } };
                vErrors = add(vErrors, err9), errors++;
              }
            } else {
              let err10 = { instancePath: instancePath + "/updated_at", schemaPath: "#/$defs/timestamp/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.next_seq !== void 0 && func0.call(data, "next_seq")) {
            let data3 = data.next_seq;
            if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
              let err11 = { instancePath: instancePath + "/next_seq", schemaPath: "#/properties/next_seq/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err11), errors++;
            }
            if (typeof data3 == "number" && isFinite(data3) && (data3 < 1 || isNaN(data3))) {
              let err12 = { instancePath: instancePath + "/next_seq", schemaPath: "#/properties/next_seq/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.totals !== void 0 && func0.call(data, "totals")) {
            let data4 = data.totals;
            if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
              if (data4.items_recorded === void 0 || !func0.call(data4, "items_recorded")) {
                let err13 = { instancePath: instancePath + "/totals", schemaPath: "#/properties/totals/required", keyword: "required", params: { missingProperty: "items_recorded" } };
                vErrors = add(vErrors, err13), errors++;
              }
              if (data4.input_tokens === void 0 || !func0.call(data4, "input_tokens")) {
                let err14 = { instancePath: instancePath + "/totals", schemaPath: "#/properties/totals/required", keyword: "required", params: { missingProperty: "input_tokens" } };
                vErrors = add(vErrors, err14), errors++;
              }
              if (data4.output_tokens === void 0 || !func0.call(data4, "output_tokens")) {
                let err15 = { instancePath: instancePath + "/totals", schemaPath: "#/properties/totals/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                vErrors = add(vErrors, err15), errors++;
              }
              if (data4.tokens_saved === void 0 || !func0.call(data4, "tokens_saved")) {
                let err16 = { instancePath: instancePath + "/totals", schemaPath: "#/properties/totals/required", keyword: "required", params: { missingProperty: "tokens_saved" } };
                vErrors = add(vErrors, err16), errors++;
              }
              if (data4.items_recorded !== void 0 && func0.call(data4, "items_recorded")) {
                let data5 = data4.items_recorded;
                if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
                  let err17 = { instancePath: instancePath + "/totals/items_recorded", schemaPath: "#/properties/totals/properties/items_recorded/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err17), errors++;
                }
                if (typeof data5 == "number" && isFinite(data5) && (data5 < 0 || isNaN(data5))) {
                  let err18 = { instancePath: instancePath + "/totals/items_recorded", schemaPath: "#/properties/totals/properties/items_recorded/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err18), errors++;
                }
              }
              if (data4.input_tokens !== void 0 && func0.call(data4, "input_tokens")) {
                let data6 = data4.input_tokens;
                if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
                  let err19 = { instancePath: instancePath + "/totals/input_tokens", schemaPath: "#/properties/totals/properties/input_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err19), errors++;
                }
                if (typeof data6 == "number" && isFinite(data6) && (data6 < 0 || isNaN(data6))) {
                  let err20 = { instancePath: instancePath + "/totals/input_tokens", schemaPath: "#/properties/totals/properties/input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err20), errors++;
                }
              }
              if (data4.output_tokens !== void 0 && func0.call(data4, "output_tokens")) {
                let data7 = data4.output_tokens;
                if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
                  let err21 = { instancePath: instancePath + "/totals/output_tokens", schemaPath: "#/properties/totals/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err21), errors++;
                }
                if (typeof data7 == "number" && isFinite(data7) && (data7 < 0 || isNaN(data7))) {
                  let err22 = { instancePath: instancePath + "/totals/output_tokens", schemaPath: "#/properties/totals/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err22), errors++;
                }
              }
              if (data4.tokens_saved !== void 0 && func0.call(data4, "tokens_saved")) {
                let data8 = data4.tokens_saved;
                if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
                  let err23 = { instancePath: instancePath + "/totals/tokens_saved", schemaPath: "#/properties/totals/properties/tokens_saved/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err23), errors++;
                }
                if (typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8))) {
                  let err24 = { instancePath: instancePath + "/totals/tokens_saved", schemaPath: "#/properties/totals/properties/tokens_saved/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err24), errors++;
                }
              }
            } else {
              let err25 = { instancePath: instancePath + "/totals", schemaPath: "#/properties/totals/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err25), errors++;
            }
          }
          if (data.items !== void 0 && func0.call(data, "items")) {
            let data9 = data.items;
            if (Array.isArray(data9)) {
              if (data9.length > 128) {
                let err26 = { instancePath: instancePath + "/items", schemaPath: "#/properties/items/maxItems", keyword: "maxItems", params: { limit: 128 } };
                vErrors = add(vErrors, err26), errors++;
              }
              let len0 = data9.length;
              for (let i0 = 0; i0 < len0; i0++)
                validate22(data9[i0], { instancePath: instancePath + "/items/" + i0, parentData: data9, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate22.errors), errors += validate22.errors.length);
            } else {
              let err27 = { instancePath: instancePath + "/items", schemaPath: "#/properties/items/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err27), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate21.errors = vErrors, errors === 0;
      }
      validate21.evaluated = { props: { schema_version: !0, created_at: !0, updated_at: !0, next_seq: !0, totals: !0, items: !0 }, dynamicProps: !1, dynamicItems: !1 };
      exports.validateProposal = validate24;
      var schema38 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "https://cairn.dev/schemas/v0.1/proposal.schema.json", title: "Proposal", description: "What an executor proposes for one task. The engine accepts it whole or rejects it whole (semantics \xA74).", type: "object", additionalProperties: !1, required: ["task_id", "based_on", "transition"], properties: { task_id: { type: "string", minLength: 1, maxLength: 512 }, based_on: { type: "string", pattern: "^[0-9a-f]{64}$", description: "Identity of the packet this proposal was made from" }, transition: { enum: ["EXECUTE", "SPLIT", "RESOLVE", "ESCALATE", "HALT"] }, claims: { type: "array", maxItems: 2e3, items: { $ref: "#/$defs/claim" } }, invariants: { type: "array", maxItems: 200, items: { $ref: "#/$defs/invariant" } }, contradictions: { type: "array", maxItems: 500, items: { $ref: "#/$defs/contradiction" } }, open_loops: { type: "array", maxItems: 500, items: { $ref: "#/$defs/openLoop" } }, artifact_deltas: { type: "array", maxItems: 1e3, items: { $ref: "#/$defs/artifactDelta" } }, contents: { type: "array", maxItems: 1e3, items: { $ref: "#/$defs/content" } }, satisfies: { type: "array", maxItems: 500, items: { $ref: "#/$defs/satisfaction" } }, verify: { type: "array", maxItems: 500, items: { $ref: "#/$defs/id" } }, split: { $ref: "#/$defs/split" }, escalation: { $ref: "#/$defs/escalation" }, answer: { $ref: "#/$defs/answer" }, halt: { $ref: "#/$defs/halt" } }, allOf: [{ if: { properties: { transition: { const: "SPLIT" } }, required: ["transition"] }, then: { required: ["split"] }, else: { properties: { split: !1 } } }, { if: { properties: { transition: { const: "ESCALATE" } }, required: ["transition"] }, then: { required: ["escalation"] }, else: { properties: { escalation: !1 } } }, { if: { properties: { transition: { const: "HALT" } }, required: ["transition"] }, then: { required: ["halt"] }, else: { properties: { halt: !1 } } }], $defs: { id: { type: "string", minLength: 1, maxLength: 256 }, text: { type: "string", minLength: 1, maxLength: 8192 }, sha256: { type: "string", pattern: "^[0-9a-f]{64}$" }, claim: { type: "object", additionalProperties: !1, required: ["id", "statement", "status", "evidence_refs"], properties: { id: { $ref: "#/$defs/id" }, statement: { $ref: "#/$defs/text" }, status: { enum: ["proposed", "supported", "verified", "contradicted", "unresolved", "rejected"] }, confidence: { type: ["number", "null"], minimum: 0, maximum: 1 }, evidence_refs: { type: "array", maxItems: 256, items: { type: "string", minLength: 1, maxLength: 4096 } } } }, invariant: { type: "object", additionalProperties: !1, required: ["id", "operator", "statement", "authority"], properties: { id: { $ref: "#/$defs/id" }, operator: { enum: ["PRESERVE", "REQUIRE", "PROHIBIT", "PREFER"] }, statement: { $ref: "#/$defs/text" }, authority: { enum: ["user", "system", "developer", "source", "runtime", "model-proposal"] } } }, contradiction: { type: "object", additionalProperties: !1, required: ["id", "kind", "between", "status"], properties: { id: { $ref: "#/$defs/id" }, kind: { enum: ["claim", "invariant", "artifact", "coverage"] }, between: { type: "array", minItems: 1, maxItems: 256, items: { $ref: "#/$defs/id" } }, found_by: { $ref: "#/$defs/id" }, status: { enum: ["open", "settled"] }, settled_by: { $ref: "#/$defs/id" }, outcome: { $ref: "#/$defs/text" } } }, openLoop: { type: "object", additionalProperties: !1, required: ["id", "kind", "text", "owner", "blocking", "status"], properties: { id: { $ref: "#/$defs/id" }, kind: { enum: ["question", "escalation", "proposal", "dropped", "retry"] }, text: { $ref: "#/$defs/text" }, owner: { enum: ["task", "parent", "person"] }, blocking: { type: "boolean" }, status: { enum: ["open", "closed"] }, closed_by: { $ref: "#/$defs/id" } } }, artifactDelta: { type: "object", additionalProperties: !1, required: ["id", "path", "op", "before", "after", "status", "added", "removed"], properties: { id: { $ref: "#/$defs/id" }, path: { type: "string", minLength: 1, maxLength: 4096 }, op: { enum: ["create", "modify", "delete", "rename"] }, from: { type: "string", minLength: 1, maxLength: 4096 }, before: { anyOf: [{ $ref: "#/$defs/sha256" }, { type: "null" }] }, after: { anyOf: [{ $ref: "#/$defs/sha256" }, { type: "null" }] }, status: { enum: ["proposed", "applied", "reverted", "superseded"] }, added: { type: "integer", minimum: 0 }, removed: { type: "integer", minimum: 0 } } }, content: { type: "object", additionalProperties: !1, minProperties: 1, maxProperties: 1, properties: { text: { type: "string" }, base64: { type: "string", pattern: "^[A-Za-z0-9+/]*={0,2}$" } } }, satisfaction: { type: "object", additionalProperties: !1, required: ["requirement", "claims"], properties: { requirement: { $ref: "#/$defs/id" }, claims: { type: "array", maxItems: 2e3, items: { $ref: "#/$defs/id" } } } }, split: { type: "object", additionalProperties: !1, required: ["children", "keep"], properties: { children: { type: "array", minItems: 1, maxItems: 1e3, items: { $ref: "#/$defs/splitChild" } }, keep: { type: "array", maxItems: 500, items: { $ref: "#/$defs/id" } }, any: { type: "array", maxItems: 500, items: { $ref: "#/$defs/id" } }, refine: { type: "array", maxItems: 500, items: { $ref: "#/$defs/refinement" } } } }, splitChild: { type: "object", additionalProperties: !1, required: ["key", "objective", "requires", "depends_on"], properties: { key: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" }, objective: { $ref: "#/$defs/text" }, requires: { type: "array", maxItems: 500, items: { $ref: "#/$defs/id" } }, depends_on: { type: "array", maxItems: 1e3, items: { $ref: "#/$defs/id" } }, share: { $ref: "#/$defs/share" }, input: { type: "string", minLength: 1, maxLength: 1048576, description: "What the child works on beyond its objective. It reaches the child as a ledger item (\xA73.8), never as evidence." } } }, share: { type: "object", additionalProperties: !1, properties: { invocations: { type: "integer", minimum: 0 }, wall_time_ms: { type: "integer", minimum: 0 }, context_tokens: { type: "integer", minimum: 0 }, output_tokens: { type: "integer", minimum: 0 }, maximum_children: { type: "integer", minimum: 0 }, maximum_depth: { type: "integer", minimum: 0 } } }, refinement: { type: "object", additionalProperties: !1, required: ["requirement", "into"], properties: { requirement: { $ref: "#/$defs/id" }, into: { type: "array", minItems: 1, maxItems: 1e3, items: { $ref: "#/$defs/subRequirement" } } } }, subRequirement: { type: "object", additionalProperties: !1, required: ["id", "statement", "needs"], properties: { id: { $ref: "#/$defs/id" }, statement: { $ref: "#/$defs/text" }, needs: { enum: ["check", "verified", "supported", "person"] }, check: { $ref: "#/$defs/id" } } }, escalation: { type: "object", additionalProperties: !1, required: ["question", "to", "blocking"], properties: { question: { $ref: "#/$defs/text" }, options: { type: "array", maxItems: 32, items: { type: "string", minLength: 1, maxLength: 1024 } }, to: { enum: ["parent", "person"] }, blocking: { type: "boolean" }, requirement: { $ref: "#/$defs/id" } } }, answer: { type: "object", additionalProperties: !1, required: ["escalation"], minProperties: 2, maxProperties: 2, properties: { escalation: { $ref: "#/$defs/id" }, text: { $ref: "#/$defs/text" }, hand_on: { const: !0 } } }, halt: { type: "object", additionalProperties: !1, required: ["outcome", "reason", "summary"], properties: { outcome: { enum: ["complete", "incomplete", "refused"] }, reason: { type: "string", maxLength: 8192 }, summary: { type: "string", maxLength: 65536 } } } } }, schema84 = { type: "object", additionalProperties: !1, required: ["outcome", "reason", "summary"], properties: { outcome: { enum: ["complete", "incomplete", "refused"] }, reason: { type: "string", maxLength: 8192 }, summary: { type: "string", maxLength: 65536 } } }, pattern7 = new RegExp("^[0-9a-f]{64}$", "u"), pattern10 = new RegExp("^[A-Za-z0-9+/]*={0,2}$", "u"), schema39 = { type: "object", additionalProperties: !1, required: ["id", "statement", "status", "evidence_refs"], properties: { id: { $ref: "#/$defs/id" }, statement: { $ref: "#/$defs/text" }, status: { enum: ["proposed", "supported", "verified", "contradicted", "unresolved", "rejected"] }, confidence: { type: ["number", "null"], minimum: 0, maximum: 1 }, evidence_refs: { type: "array", maxItems: 256, items: { type: "string", minLength: 1, maxLength: 4096 } } } };
      function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate25.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.statement === void 0 || !func0.call(data, "statement")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "statement" } }), errors++), (data.status === void 0 || !func0.call(data, "status")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" } }), errors++), (data.evidence_refs === void 0 || !func0.call(data, "evidence_refs")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "evidence_refs" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "id" || key0 === "statement" || key0 === "status" || key0 === "confidence" || key0 === "evidence_refs" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err5 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err5), errors++;
              }
              if (func77(data0) < 1) {
                let err6 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err6), errors++;
              }
            } else {
              let err7 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err7), errors++;
            }
          }
          if (data.statement !== void 0 && func0.call(data, "statement")) {
            let data1 = data.statement;
            if (typeof data1 == "string") {
              if (func77(data1) > 8192) {
                let err8 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err8), errors++;
              }
              if (func77(data1) < 1) {
                let err9 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err9), errors++;
              }
            } else {
              let err10 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.status !== void 0 && func0.call(data, "status")) {
            let data2 = data.status;
            if (!(data2 === "proposed" || data2 === "supported" || data2 === "verified" || data2 === "contradicted" || data2 === "unresolved" || data2 === "rejected")) {
              let err11 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema39.properties.status.enum } };
              vErrors = add(vErrors, err11), errors++;
            }
          }
          if (data.confidence !== void 0 && func0.call(data, "confidence")) {
            let data3 = data.confidence;
            if (!(typeof data3 == "number" && isFinite(data3)) && data3 !== null) {
              let err12 = { instancePath: instancePath + "/confidence", schemaPath: "#/properties/confidence/type", keyword: "type", params: { type: schema39.properties.confidence.type } };
              vErrors = add(vErrors, err12), errors++;
            }
            if (typeof data3 == "number" && isFinite(data3)) {
              if (data3 > 1 || isNaN(data3)) {
                let err13 = { instancePath: instancePath + "/confidence", schemaPath: "#/properties/confidence/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1 } };
                vErrors = add(vErrors, err13), errors++;
              }
              if (data3 < 0 || isNaN(data3)) {
                let err14 = { instancePath: instancePath + "/confidence", schemaPath: "#/properties/confidence/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                vErrors = add(vErrors, err14), errors++;
              }
            }
          }
          if (data.evidence_refs !== void 0 && func0.call(data, "evidence_refs")) {
            let data4 = data.evidence_refs;
            if (Array.isArray(data4)) {
              if (data4.length > 256) {
                let err15 = { instancePath: instancePath + "/evidence_refs", schemaPath: "#/properties/evidence_refs/maxItems", keyword: "maxItems", params: { limit: 256 } };
                vErrors = add(vErrors, err15), errors++;
              }
              let len0 = data4.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data5 = data4[i0];
                if (typeof data5 == "string") {
                  if (func77(data5) > 4096) {
                    let err16 = { instancePath: instancePath + "/evidence_refs/" + i0, schemaPath: "#/properties/evidence_refs/items/maxLength", keyword: "maxLength", params: { limit: 4096 } };
                    vErrors = add(vErrors, err16), errors++;
                  }
                  if (func77(data5) < 1) {
                    let err17 = { instancePath: instancePath + "/evidence_refs/" + i0, schemaPath: "#/properties/evidence_refs/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err17), errors++;
                  }
                } else {
                  let err18 = { instancePath: instancePath + "/evidence_refs/" + i0, schemaPath: "#/properties/evidence_refs/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err18), errors++;
                }
              }
            } else {
              let err19 = { instancePath: instancePath + "/evidence_refs", schemaPath: "#/properties/evidence_refs/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err19), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate25.errors = vErrors, errors === 0;
      }
      validate25.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema42 = { type: "object", additionalProperties: !1, required: ["id", "operator", "statement", "authority"], properties: { id: { $ref: "#/$defs/id" }, operator: { enum: ["PRESERVE", "REQUIRE", "PROHIBIT", "PREFER"] }, statement: { $ref: "#/$defs/text" }, authority: { enum: ["user", "system", "developer", "source", "runtime", "model-proposal"] } } };
      function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate27.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.operator === void 0 || !func0.call(data, "operator")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "operator" } }), errors++), (data.statement === void 0 || !func0.call(data, "statement")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "statement" } }), errors++), (data.authority === void 0 || !func0.call(data, "authority")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "authority" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "id" || key0 === "operator" || key0 === "statement" || key0 === "authority" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err5 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err5), errors++;
              }
              if (func77(data0) < 1) {
                let err6 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err6), errors++;
              }
            } else {
              let err7 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err7), errors++;
            }
          }
          if (data.operator !== void 0 && func0.call(data, "operator")) {
            let data1 = data.operator;
            if (!(data1 === "PRESERVE" || data1 === "REQUIRE" || data1 === "PROHIBIT" || data1 === "PREFER")) {
              let err8 = { instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/enum", keyword: "enum", params: { allowedValues: schema42.properties.operator.enum } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
          if (data.statement !== void 0 && func0.call(data, "statement")) {
            let data2 = data.statement;
            if (typeof data2 == "string") {
              if (func77(data2) > 8192) {
                let err9 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err9), errors++;
              }
              if (func77(data2) < 1) {
                let err10 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err10), errors++;
              }
            } else {
              let err11 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err11), errors++;
            }
          }
          if (data.authority !== void 0 && func0.call(data, "authority")) {
            let data3 = data.authority;
            if (!(data3 === "user" || data3 === "system" || data3 === "developer" || data3 === "source" || data3 === "runtime" || data3 === "model-proposal")) {
              let err12 = { instancePath: instancePath + "/authority", schemaPath: "#/properties/authority/enum", keyword: "enum", params: { allowedValues: schema42.properties.authority.enum } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate27.errors = vErrors, errors === 0;
      }
      validate27.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema45 = { type: "object", additionalProperties: !1, required: ["id", "kind", "between", "status"], properties: { id: { $ref: "#/$defs/id" }, kind: { enum: ["claim", "invariant", "artifact", "coverage"] }, between: { type: "array", minItems: 1, maxItems: 256, items: { $ref: "#/$defs/id" } }, found_by: { $ref: "#/$defs/id" }, status: { enum: ["open", "settled"] }, settled_by: { $ref: "#/$defs/id" }, outcome: { $ref: "#/$defs/text" } } };
      function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate29.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.kind === void 0 || !func0.call(data, "kind")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kind" } }), errors++), (data.between === void 0 || !func0.call(data, "between")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "between" } }), errors++), (data.status === void 0 || !func0.call(data, "status")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "id" || key0 === "kind" || key0 === "between" || key0 === "found_by" || key0 === "status" || key0 === "settled_by" || key0 === "outcome" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err5 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err5), errors++;
              }
              if (func77(data0) < 1) {
                let err6 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err6), errors++;
              }
            } else {
              let err7 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err7), errors++;
            }
          }
          if (data.kind !== void 0 && func0.call(data, "kind")) {
            let data1 = data.kind;
            if (!(data1 === "claim" || data1 === "invariant" || data1 === "artifact" || data1 === "coverage")) {
              let err8 = { instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema45.properties.kind.enum } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
          if (data.between !== void 0 && func0.call(data, "between")) {
            let data2 = data.between;
            if (Array.isArray(data2)) {
              if (data2.length > 256) {
                let err9 = { instancePath: instancePath + "/between", schemaPath: "#/properties/between/maxItems", keyword: "maxItems", params: { limit: 256 } };
                vErrors = add(vErrors, err9), errors++;
              }
              if (data2.length < 1) {
                let err10 = { instancePath: instancePath + "/between", schemaPath: "#/properties/between/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err10), errors++;
              }
              let len0 = data2.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data3 = data2[i0];
                if (typeof data3 == "string") {
                  if (func77(data3) > 256) {
                    let err11 = { instancePath: instancePath + "/between/" + i0, schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                    vErrors = add(vErrors, err11), errors++;
                  }
                  if (func77(data3) < 1) {
                    let err12 = { instancePath: instancePath + "/between/" + i0, schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err12), errors++;
                  }
                } else {
                  let err13 = { instancePath: instancePath + "/between/" + i0, schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err13), errors++;
                }
              }
            } else {
              let err14 = { instancePath: instancePath + "/between", schemaPath: "#/properties/between/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.found_by !== void 0 && func0.call(data, "found_by")) {
            let data4 = data.found_by;
            if (typeof data4 == "string") {
              if (func77(data4) > 256) {
                let err15 = { instancePath: instancePath + "/found_by", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err15), errors++;
              }
              if (func77(data4) < 1) {
                let err16 = { instancePath: instancePath + "/found_by", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err16), errors++;
              }
            } else {
              let err17 = { instancePath: instancePath + "/found_by", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err17), errors++;
            }
          }
          if (data.status !== void 0 && func0.call(data, "status")) {
            let data5 = data.status;
            if (!(data5 === "open" || data5 === "settled")) {
              let err18 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema45.properties.status.enum } };
              vErrors = add(vErrors, err18), errors++;
            }
          }
          if (data.settled_by !== void 0 && func0.call(data, "settled_by")) {
            let data6 = data.settled_by;
            if (typeof data6 == "string") {
              if (func77(data6) > 256) {
                let err19 = { instancePath: instancePath + "/settled_by", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err19), errors++;
              }
              if (func77(data6) < 1) {
                let err20 = { instancePath: instancePath + "/settled_by", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err20), errors++;
              }
            } else {
              let err21 = { instancePath: instancePath + "/settled_by", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err21), errors++;
            }
          }
          if (data.outcome !== void 0 && func0.call(data, "outcome")) {
            let data7 = data.outcome;
            if (typeof data7 == "string") {
              if (func77(data7) > 8192) {
                let err22 = { instancePath: instancePath + "/outcome", schemaPath: "#/$defs/text/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err22), errors++;
              }
              if (func77(data7) < 1) {
                let err23 = { instancePath: instancePath + "/outcome", schemaPath: "#/$defs/text/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err23), errors++;
              }
            } else {
              let err24 = { instancePath: instancePath + "/outcome", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err24), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate29.errors = vErrors, errors === 0;
      }
      validate29.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema51 = { type: "object", additionalProperties: !1, required: ["id", "kind", "text", "owner", "blocking", "status"], properties: { id: { $ref: "#/$defs/id" }, kind: { enum: ["question", "escalation", "proposal", "dropped", "retry"] }, text: { $ref: "#/$defs/text" }, owner: { enum: ["task", "parent", "person"] }, blocking: { type: "boolean" }, status: { enum: ["open", "closed"] }, closed_by: { $ref: "#/$defs/id" } } };
      function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate31.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.kind === void 0 || !func0.call(data, "kind")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kind" } }), errors++), (data.text === void 0 || !func0.call(data, "text")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "text" } }), errors++), (data.owner === void 0 || !func0.call(data, "owner")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "owner" } }), errors++), (data.blocking === void 0 || !func0.call(data, "blocking")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "blocking" } }), errors++), (data.status === void 0 || !func0.call(data, "status")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "id" || key0 === "kind" || key0 === "text" || key0 === "owner" || key0 === "blocking" || key0 === "status" || key0 === "closed_by" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err7 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err7), errors++;
              }
              if (func77(data0) < 1) {
                let err8 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err8), errors++;
              }
            } else {
              let err9 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err9), errors++;
            }
          }
          if (data.kind !== void 0 && func0.call(data, "kind")) {
            let data1 = data.kind;
            if (!(data1 === "question" || data1 === "escalation" || data1 === "proposal" || data1 === "dropped" || data1 === "retry")) {
              let err10 = { instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema51.properties.kind.enum } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.text !== void 0 && func0.call(data, "text")) {
            let data2 = data.text;
            if (typeof data2 == "string") {
              if (func77(data2) > 8192) {
                let err11 = { instancePath: instancePath + "/text", schemaPath: "#/$defs/text/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err11), errors++;
              }
              if (func77(data2) < 1) {
                let err12 = { instancePath: instancePath + "/text", schemaPath: "#/$defs/text/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err12), errors++;
              }
            } else {
              let err13 = { instancePath: instancePath + "/text", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err13), errors++;
            }
          }
          if (data.owner !== void 0 && func0.call(data, "owner")) {
            let data3 = data.owner;
            if (!(data3 === "task" || data3 === "parent" || data3 === "person")) {
              let err14 = { instancePath: instancePath + "/owner", schemaPath: "#/properties/owner/enum", keyword: "enum", params: { allowedValues: schema51.properties.owner.enum } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.blocking !== void 0 && func0.call(data, "blocking") && typeof data.blocking != "boolean") {
            let err15 = { instancePath: instancePath + "/blocking", schemaPath: "#/properties/blocking/type", keyword: "type", params: { type: "boolean" } };
            vErrors = add(vErrors, err15), errors++;
          }
          if (data.status !== void 0 && func0.call(data, "status")) {
            let data5 = data.status;
            if (!(data5 === "open" || data5 === "closed")) {
              let err16 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema51.properties.status.enum } };
              vErrors = add(vErrors, err16), errors++;
            }
          }
          if (data.closed_by !== void 0 && func0.call(data, "closed_by")) {
            let data6 = data.closed_by;
            if (typeof data6 == "string") {
              if (func77(data6) > 256) {
                let err17 = { instancePath: instancePath + "/closed_by", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err17), errors++;
              }
              if (func77(data6) < 1) {
                let err18 = { instancePath: instancePath + "/closed_by", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err18), errors++;
              }
            } else {
              let err19 = { instancePath: instancePath + "/closed_by", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err19), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate31.errors = vErrors, errors === 0;
      }
      validate31.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema55 = { type: "object", additionalProperties: !1, required: ["id", "path", "op", "before", "after", "status", "added", "removed"], properties: { id: { $ref: "#/$defs/id" }, path: { type: "string", minLength: 1, maxLength: 4096 }, op: { enum: ["create", "modify", "delete", "rename"] }, from: { type: "string", minLength: 1, maxLength: 4096 }, before: { anyOf: [{ $ref: "#/$defs/sha256" }, { type: "null" }] }, after: { anyOf: [{ $ref: "#/$defs/sha256" }, { type: "null" }] }, status: { enum: ["proposed", "applied", "reverted", "superseded"] }, added: { type: "integer", minimum: 0 }, removed: { type: "integer", minimum: 0 } } };
      function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate33.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.path === void 0 || !func0.call(data, "path")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "path" } }), errors++), (data.op === void 0 || !func0.call(data, "op")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "op" } }), errors++), (data.before === void 0 || !func0.call(data, "before")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "before" } }), errors++), (data.after === void 0 || !func0.call(data, "after")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "after" } }), errors++), (data.status === void 0 || !func0.call(data, "status")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" } }), errors++), (data.added === void 0 || !func0.call(data, "added")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "added" } }), errors++), (data.removed === void 0 || !func0.call(data, "removed")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "removed" } }), errors++);
          for (let key0 of Object.keys(data))
            func0.call(schema55.properties, key0) || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err9 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err9), errors++;
              }
              if (func77(data0) < 1) {
                let err10 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err10), errors++;
              }
            } else {
              let err11 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err11), errors++;
            }
          }
          if (data.path !== void 0 && func0.call(data, "path")) {
            let data1 = data.path;
            if (typeof data1 == "string") {
              if (func77(data1) > 4096) {
                let err12 = { instancePath: instancePath + "/path", schemaPath: "#/properties/path/maxLength", keyword: "maxLength", params: { limit: 4096 } };
                vErrors = add(vErrors, err12), errors++;
              }
              if (func77(data1) < 1) {
                let err13 = { instancePath: instancePath + "/path", schemaPath: "#/properties/path/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err13), errors++;
              }
            } else {
              let err14 = { instancePath: instancePath + "/path", schemaPath: "#/properties/path/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.op !== void 0 && func0.call(data, "op")) {
            let data2 = data.op;
            if (!(data2 === "create" || data2 === "modify" || data2 === "delete" || data2 === "rename")) {
              let err15 = { instancePath: instancePath + "/op", schemaPath: "#/properties/op/enum", keyword: "enum", params: { allowedValues: schema55.properties.op.enum } };
              vErrors = add(vErrors, err15), errors++;
            }
          }
          if (data.from !== void 0 && func0.call(data, "from")) {
            let data3 = data.from;
            if (typeof data3 == "string") {
              if (func77(data3) > 4096) {
                let err16 = { instancePath: instancePath + "/from", schemaPath: "#/properties/from/maxLength", keyword: "maxLength", params: { limit: 4096 } };
                vErrors = add(vErrors, err16), errors++;
              }
              if (func77(data3) < 1) {
                let err17 = { instancePath: instancePath + "/from", schemaPath: "#/properties/from/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err17), errors++;
              }
            } else {
              let err18 = { instancePath: instancePath + "/from", schemaPath: "#/properties/from/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err18), errors++;
            }
          }
          if (data.before !== void 0 && func0.call(data, "before")) {
            let data4 = data.before, _errs11 = errors, valid2 = !1, _errs12 = errors;
            if (typeof data4 == "string") {
              if (!pattern7.test(data4)) {
                let err19 = { instancePath: instancePath + "/before", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                vErrors = add(vErrors, err19), errors++;
              }
            } else {
              let err20 = { instancePath: instancePath + "/before", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err20), errors++;
            }
            var _valid0 = _errs12 === errors;
            valid2 = valid2 || _valid0;
            let _errs15 = errors;
            if (data4 !== null) {
              let err21 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/anyOf/1/type", keyword: "type", params: { type: "null" } };
              vErrors = add(vErrors, err21), errors++;
            }
            var _valid0 = _errs15 === errors;
            if (valid2 = valid2 || _valid0, valid2)
              errors = _errs11, vErrors !== null && (_errs11 ? vErrors.length = Math.min(vErrors.length, _errs11) : vErrors = null);
            else {
              let err22 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/anyOf", keyword: "anyOf", params: {} };
              vErrors = add(vErrors, err22), errors++;
            }
          }
          if (data.after !== void 0 && func0.call(data, "after")) {
            let data5 = data.after, _errs18 = errors, valid4 = !1, _errs19 = errors;
            if (typeof data5 == "string") {
              if (!pattern7.test(data5)) {
                let err23 = { instancePath: instancePath + "/after", schemaPath: "#/$defs/sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                vErrors = add(vErrors, err23), errors++;
              }
            } else {
              let err24 = { instancePath: instancePath + "/after", schemaPath: "#/$defs/sha256/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err24), errors++;
            }
            var _valid1 = _errs19 === errors;
            valid4 = valid4 || _valid1;
            let _errs22 = errors;
            if (data5 !== null) {
              let err25 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/anyOf/1/type", keyword: "type", params: { type: "null" } };
              vErrors = add(vErrors, err25), errors++;
            }
            var _valid1 = _errs22 === errors;
            if (valid4 = valid4 || _valid1, valid4)
              errors = _errs18, vErrors !== null && (_errs18 ? vErrors.length = Math.min(vErrors.length, _errs18) : vErrors = null);
            else {
              let err26 = { instancePath: instancePath + "/after", schemaPath: "#/properties/after/anyOf", keyword: "anyOf", params: {} };
              vErrors = add(vErrors, err26), errors++;
            }
          }
          if (data.status !== void 0 && func0.call(data, "status")) {
            let data6 = data.status;
            if (!(data6 === "proposed" || data6 === "applied" || data6 === "reverted" || data6 === "superseded")) {
              let err27 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema55.properties.status.enum } };
              vErrors = add(vErrors, err27), errors++;
            }
          }
          if (data.added !== void 0 && func0.call(data, "added")) {
            let data7 = data.added;
            if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
              let err28 = { instancePath: instancePath + "/added", schemaPath: "#/properties/added/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err28), errors++;
            }
            if (typeof data7 == "number" && isFinite(data7) && (data7 < 0 || isNaN(data7))) {
              let err29 = { instancePath: instancePath + "/added", schemaPath: "#/properties/added/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err29), errors++;
            }
          }
          if (data.removed !== void 0 && func0.call(data, "removed")) {
            let data8 = data.removed;
            if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
              let err30 = { instancePath: instancePath + "/removed", schemaPath: "#/properties/removed/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err30), errors++;
            }
            if (typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8))) {
              let err31 = { instancePath: instancePath + "/removed", schemaPath: "#/properties/removed/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err31), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate33.errors = vErrors, errors === 0;
      }
      validate33.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate35.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.requirement === void 0 || !func0.call(data, "requirement")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "requirement" } }), errors++), (data.claims === void 0 || !func0.call(data, "claims")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "claims" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "requirement" || key0 === "claims" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.requirement !== void 0 && func0.call(data, "requirement")) {
            let data0 = data.requirement;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err3 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err3), errors++;
              }
              if (func77(data0) < 1) {
                let err4 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err4), errors++;
              }
            } else {
              let err5 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err5), errors++;
            }
          }
          if (data.claims !== void 0 && func0.call(data, "claims")) {
            let data1 = data.claims;
            if (Array.isArray(data1)) {
              if (data1.length > 2e3) {
                let err6 = { instancePath: instancePath + "/claims", schemaPath: "#/properties/claims/maxItems", keyword: "maxItems", params: { limit: 2e3 } };
                vErrors = add(vErrors, err6), errors++;
              }
              let len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data2 = data1[i0];
                if (typeof data2 == "string") {
                  if (func77(data2) > 256) {
                    let err7 = { instancePath: instancePath + "/claims/" + i0, schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                    vErrors = add(vErrors, err7), errors++;
                  }
                  if (func77(data2) < 1) {
                    let err8 = { instancePath: instancePath + "/claims/" + i0, schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err8), errors++;
                  }
                } else {
                  let err9 = { instancePath: instancePath + "/claims/" + i0, schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err9), errors++;
                }
              }
            } else {
              let err10 = { instancePath: instancePath + "/claims", schemaPath: "#/properties/claims/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate35.errors = vErrors, errors === 0;
      }
      validate35.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var pattern11 = new RegExp("^[A-Za-z0-9_-]{1,64}$", "u");
      function validate38(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate38.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.key === void 0 || !func0.call(data, "key")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "key" } }), errors++), (data.objective === void 0 || !func0.call(data, "objective")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "objective" } }), errors++), (data.requires === void 0 || !func0.call(data, "requires")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "requires" } }), errors++), (data.depends_on === void 0 || !func0.call(data, "depends_on")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "depends_on" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "key" || key0 === "objective" || key0 === "requires" || key0 === "depends_on" || key0 === "share" || key0 === "input" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.key !== void 0 && func0.call(data, "key")) {
            let data0 = data.key;
            if (typeof data0 == "string") {
              if (!pattern11.test(data0)) {
                let err5 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_-]{1,64}$" } };
                vErrors = add(vErrors, err5), errors++;
              }
            } else {
              let err6 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err6), errors++;
            }
          }
          if (data.objective !== void 0 && func0.call(data, "objective")) {
            let data1 = data.objective;
            if (typeof data1 == "string") {
              if (func77(data1) > 8192) {
                let err7 = { instancePath: instancePath + "/objective", schemaPath: "#/$defs/text/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err7), errors++;
              }
              if (func77(data1) < 1) {
                let err8 = { instancePath: instancePath + "/objective", schemaPath: "#/$defs/text/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err8), errors++;
              }
            } else {
              let err9 = { instancePath: instancePath + "/objective", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err9), errors++;
            }
          }
          if (data.requires !== void 0 && func0.call(data, "requires")) {
            let data2 = data.requires;
            if (Array.isArray(data2)) {
              if (data2.length > 500) {
                let err10 = { instancePath: instancePath + "/requires", schemaPath: "#/properties/requires/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err10), errors++;
              }
              let len0 = data2.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data3 = data2[i0];
                if (typeof data3 == "string") {
                  if (func77(data3) > 256) {
                    let err11 = { instancePath: instancePath + "/requires/" + i0, schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                    vErrors = add(vErrors, err11), errors++;
                  }
                  if (func77(data3) < 1) {
                    let err12 = { instancePath: instancePath + "/requires/" + i0, schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err12), errors++;
                  }
                } else {
                  let err13 = { instancePath: instancePath + "/requires/" + i0, schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err13), errors++;
                }
              }
            } else {
              let err14 = { instancePath: instancePath + "/requires", schemaPath: "#/properties/requires/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.depends_on !== void 0 && func0.call(data, "depends_on")) {
            let data4 = data.depends_on;
            if (Array.isArray(data4)) {
              if (data4.length > 1e3) {
                let err15 = { instancePath: instancePath + "/depends_on", schemaPath: "#/properties/depends_on/maxItems", keyword: "maxItems", params: { limit: 1e3 } };
                vErrors = add(vErrors, err15), errors++;
              }
              let len1 = data4.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data5 = data4[i1];
                if (typeof data5 == "string") {
                  if (func77(data5) > 256) {
                    let err16 = { instancePath: instancePath + "/depends_on/" + i1, schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                    vErrors = add(vErrors, err16), errors++;
                  }
                  if (func77(data5) < 1) {
                    let err17 = { instancePath: instancePath + "/depends_on/" + i1, schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err17), errors++;
                  }
                } else {
                  let err18 = { instancePath: instancePath + "/depends_on/" + i1, schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err18), errors++;
                }
              }
            } else {
              let err19 = { instancePath: instancePath + "/depends_on", schemaPath: "#/properties/depends_on/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err19), errors++;
            }
          }
          if (data.share !== void 0 && func0.call(data, "share")) {
            let data6 = data.share;
            if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
              for (let key1 of Object.keys(data6))
                if (!(key1 === "invocations" || key1 === "wall_time_ms" || key1 === "context_tokens" || key1 === "output_tokens" || key1 === "maximum_children" || key1 === "maximum_depth")) {
                  let err20 = { instancePath: instancePath + "/share", schemaPath: "#/$defs/share/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                  vErrors = add(vErrors, err20), errors++;
                }
              if (data6.invocations !== void 0 && func0.call(data6, "invocations")) {
                let data7 = data6.invocations;
                if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
                  let err21 = { instancePath: instancePath + "/share/invocations", schemaPath: "#/$defs/share/properties/invocations/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err21), errors++;
                }
                if (typeof data7 == "number" && isFinite(data7) && (data7 < 0 || isNaN(data7))) {
                  let err22 = { instancePath: instancePath + "/share/invocations", schemaPath: "#/$defs/share/properties/invocations/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err22), errors++;
                }
              }
              if (data6.wall_time_ms !== void 0 && func0.call(data6, "wall_time_ms")) {
                let data8 = data6.wall_time_ms;
                if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
                  let err23 = { instancePath: instancePath + "/share/wall_time_ms", schemaPath: "#/$defs/share/properties/wall_time_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err23), errors++;
                }
                if (typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8))) {
                  let err24 = { instancePath: instancePath + "/share/wall_time_ms", schemaPath: "#/$defs/share/properties/wall_time_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err24), errors++;
                }
              }
              if (data6.context_tokens !== void 0 && func0.call(data6, "context_tokens")) {
                let data9 = data6.context_tokens;
                if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9))) {
                  let err25 = { instancePath: instancePath + "/share/context_tokens", schemaPath: "#/$defs/share/properties/context_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err25), errors++;
                }
                if (typeof data9 == "number" && isFinite(data9) && (data9 < 0 || isNaN(data9))) {
                  let err26 = { instancePath: instancePath + "/share/context_tokens", schemaPath: "#/$defs/share/properties/context_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err26), errors++;
                }
              }
              if (data6.output_tokens !== void 0 && func0.call(data6, "output_tokens")) {
                let data10 = data6.output_tokens;
                if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
                  let err27 = { instancePath: instancePath + "/share/output_tokens", schemaPath: "#/$defs/share/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err27), errors++;
                }
                if (typeof data10 == "number" && isFinite(data10) && (data10 < 0 || isNaN(data10))) {
                  let err28 = { instancePath: instancePath + "/share/output_tokens", schemaPath: "#/$defs/share/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err28), errors++;
                }
              }
              if (data6.maximum_children !== void 0 && func0.call(data6, "maximum_children")) {
                let data11 = data6.maximum_children;
                if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
                  let err29 = { instancePath: instancePath + "/share/maximum_children", schemaPath: "#/$defs/share/properties/maximum_children/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err29), errors++;
                }
                if (typeof data11 == "number" && isFinite(data11) && (data11 < 0 || isNaN(data11))) {
                  let err30 = { instancePath: instancePath + "/share/maximum_children", schemaPath: "#/$defs/share/properties/maximum_children/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err30), errors++;
                }
              }
              if (data6.maximum_depth !== void 0 && func0.call(data6, "maximum_depth")) {
                let data12 = data6.maximum_depth;
                if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                  let err31 = { instancePath: instancePath + "/share/maximum_depth", schemaPath: "#/$defs/share/properties/maximum_depth/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err31), errors++;
                }
                if (typeof data12 == "number" && isFinite(data12) && (data12 < 0 || isNaN(data12))) {
                  let err32 = { instancePath: instancePath + "/share/maximum_depth", schemaPath: "#/$defs/share/properties/maximum_depth/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err32), errors++;
                }
              }
            } else {
              let err33 = { instancePath: instancePath + "/share", schemaPath: "#/$defs/share/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err33), errors++;
            }
          }
          if (data.input !== void 0 && func0.call(data, "input")) {
            let data13 = data.input;
            if (typeof data13 == "string") {
              if (func77(data13) > 1048576) {
                let err34 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/maxLength", keyword: "maxLength", params: { limit: 1048576 } };
                vErrors = add(vErrors, err34), errors++;
              }
              if (func77(data13) < 1) {
                let err35 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err35), errors++;
              }
            } else {
              let err36 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err36), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate38.errors = vErrors, errors === 0;
      }
      validate38.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema74 = { type: "object", additionalProperties: !1, required: ["id", "statement", "needs"], properties: { id: { $ref: "#/$defs/id" }, statement: { $ref: "#/$defs/text" }, needs: { enum: ["check", "verified", "supported", "person"] }, check: { $ref: "#/$defs/id" } } };
      function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate41.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.statement === void 0 || !func0.call(data, "statement")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "statement" } }), errors++), (data.needs === void 0 || !func0.call(data, "needs")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "needs" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "id" || key0 === "statement" || key0 === "needs" || key0 === "check" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err4 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err4), errors++;
              }
              if (func77(data0) < 1) {
                let err5 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err5), errors++;
              }
            } else {
              let err6 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err6), errors++;
            }
          }
          if (data.statement !== void 0 && func0.call(data, "statement")) {
            let data1 = data.statement;
            if (typeof data1 == "string") {
              if (func77(data1) > 8192) {
                let err7 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err7), errors++;
              }
              if (func77(data1) < 1) {
                let err8 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err8), errors++;
              }
            } else {
              let err9 = { instancePath: instancePath + "/statement", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err9), errors++;
            }
          }
          if (data.needs !== void 0 && func0.call(data, "needs")) {
            let data2 = data.needs;
            if (!(data2 === "check" || data2 === "verified" || data2 === "supported" || data2 === "person")) {
              let err10 = { instancePath: instancePath + "/needs", schemaPath: "#/properties/needs/enum", keyword: "enum", params: { allowedValues: schema74.properties.needs.enum } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.check !== void 0 && func0.call(data, "check")) {
            let data3 = data.check;
            if (typeof data3 == "string") {
              if (func77(data3) > 256) {
                let err11 = { instancePath: instancePath + "/check", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err11), errors++;
              }
              if (func77(data3) < 1) {
                let err12 = { instancePath: instancePath + "/check", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err12), errors++;
              }
            } else {
              let err13 = { instancePath: instancePath + "/check", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err13), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate41.errors = vErrors, errors === 0;
      }
      validate41.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate40(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate40.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.requirement === void 0 || !func0.call(data, "requirement")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "requirement" } }), errors++), (data.into === void 0 || !func0.call(data, "into")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "into" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "requirement" || key0 === "into" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.requirement !== void 0 && func0.call(data, "requirement")) {
            let data0 = data.requirement;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err3 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err3), errors++;
              }
              if (func77(data0) < 1) {
                let err4 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err4), errors++;
              }
            } else {
              let err5 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err5), errors++;
            }
          }
          if (data.into !== void 0 && func0.call(data, "into")) {
            let data1 = data.into;
            if (Array.isArray(data1)) {
              if (data1.length > 1e3) {
                let err6 = { instancePath: instancePath + "/into", schemaPath: "#/properties/into/maxItems", keyword: "maxItems", params: { limit: 1e3 } };
                vErrors = add(vErrors, err6), errors++;
              }
              if (data1.length < 1) {
                let err7 = { instancePath: instancePath + "/into", schemaPath: "#/properties/into/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err7), errors++;
              }
              let len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++)
                validate41(data1[i0], { instancePath: instancePath + "/into/" + i0, parentData: data1, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate41.errors), errors += validate41.errors.length);
            } else {
              let err8 = { instancePath: instancePath + "/into", schemaPath: "#/properties/into/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate40.errors = vErrors, errors === 0;
      }
      validate40.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate37.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.children === void 0 || !func0.call(data, "children")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "children" } }), errors++), (data.keep === void 0 || !func0.call(data, "keep")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "keep" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "children" || key0 === "keep" || key0 === "any" || key0 === "refine" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.children !== void 0 && func0.call(data, "children")) {
            let data0 = data.children;
            if (Array.isArray(data0)) {
              if (data0.length > 1e3) {
                let err3 = { instancePath: instancePath + "/children", schemaPath: "#/properties/children/maxItems", keyword: "maxItems", params: { limit: 1e3 } };
                vErrors = add(vErrors, err3), errors++;
              }
              if (data0.length < 1) {
                let err4 = { instancePath: instancePath + "/children", schemaPath: "#/properties/children/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err4), errors++;
              }
              let len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++)
                validate38(data0[i0], { instancePath: instancePath + "/children/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate38.errors), errors += validate38.errors.length);
            } else {
              let err5 = { instancePath: instancePath + "/children", schemaPath: "#/properties/children/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err5), errors++;
            }
          }
          if (data.keep !== void 0 && func0.call(data, "keep")) {
            let data2 = data.keep;
            if (Array.isArray(data2)) {
              if (data2.length > 500) {
                let err6 = { instancePath: instancePath + "/keep", schemaPath: "#/properties/keep/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err6), errors++;
              }
              let len1 = data2.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data3 = data2[i1];
                if (typeof data3 == "string") {
                  if (func77(data3) > 256) {
                    let err7 = { instancePath: instancePath + "/keep/" + i1, schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                    vErrors = add(vErrors, err7), errors++;
                  }
                  if (func77(data3) < 1) {
                    let err8 = { instancePath: instancePath + "/keep/" + i1, schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err8), errors++;
                  }
                } else {
                  let err9 = { instancePath: instancePath + "/keep/" + i1, schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err9), errors++;
                }
              }
            } else {
              let err10 = { instancePath: instancePath + "/keep", schemaPath: "#/properties/keep/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.any !== void 0 && func0.call(data, "any")) {
            let data4 = data.any;
            if (Array.isArray(data4)) {
              if (data4.length > 500) {
                let err11 = { instancePath: instancePath + "/any", schemaPath: "#/properties/any/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err11), errors++;
              }
              let len2 = data4.length;
              for (let i2 = 0; i2 < len2; i2++) {
                let data5 = data4[i2];
                if (typeof data5 == "string") {
                  if (func77(data5) > 256) {
                    let err12 = { instancePath: instancePath + "/any/" + i2, schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                    vErrors = add(vErrors, err12), errors++;
                  }
                  if (func77(data5) < 1) {
                    let err13 = { instancePath: instancePath + "/any/" + i2, schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err13), errors++;
                  }
                } else {
                  let err14 = { instancePath: instancePath + "/any/" + i2, schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err14), errors++;
                }
              }
            } else {
              let err15 = { instancePath: instancePath + "/any", schemaPath: "#/properties/any/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err15), errors++;
            }
          }
          if (data.refine !== void 0 && func0.call(data, "refine")) {
            let data6 = data.refine;
            if (Array.isArray(data6)) {
              if (data6.length > 500) {
                let err16 = { instancePath: instancePath + "/refine", schemaPath: "#/properties/refine/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err16), errors++;
              }
              let len3 = data6.length;
              for (let i3 = 0; i3 < len3; i3++)
                validate40(data6[i3], { instancePath: instancePath + "/refine/" + i3, parentData: data6, parentDataProperty: i3, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate40.errors), errors += validate40.errors.length);
            } else {
              let err17 = { instancePath: instancePath + "/refine", schemaPath: "#/properties/refine/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err17), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate37.errors = vErrors, errors === 0;
      }
      validate37.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema78 = { type: "object", additionalProperties: !1, required: ["question", "to", "blocking"], properties: { question: { $ref: "#/$defs/text" }, options: { type: "array", maxItems: 32, items: { type: "string", minLength: 1, maxLength: 1024 } }, to: { enum: ["parent", "person"] }, blocking: { type: "boolean" }, requirement: { $ref: "#/$defs/id" } } };
      function validate45(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate45.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.question === void 0 || !func0.call(data, "question")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "question" } }), errors++), (data.to === void 0 || !func0.call(data, "to")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "to" } }), errors++), (data.blocking === void 0 || !func0.call(data, "blocking")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "blocking" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "question" || key0 === "options" || key0 === "to" || key0 === "blocking" || key0 === "requirement" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.question !== void 0 && func0.call(data, "question")) {
            let data0 = data.question;
            if (typeof data0 == "string") {
              if (func77(data0) > 8192) {
                let err4 = { instancePath: instancePath + "/question", schemaPath: "#/$defs/text/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err4), errors++;
              }
              if (func77(data0) < 1) {
                let err5 = { instancePath: instancePath + "/question", schemaPath: "#/$defs/text/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err5), errors++;
              }
            } else {
              let err6 = { instancePath: instancePath + "/question", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err6), errors++;
            }
          }
          if (data.options !== void 0 && func0.call(data, "options")) {
            let data1 = data.options;
            if (Array.isArray(data1)) {
              if (data1.length > 32) {
                let err7 = { instancePath: instancePath + "/options", schemaPath: "#/properties/options/maxItems", keyword: "maxItems", params: { limit: 32 } };
                vErrors = add(vErrors, err7), errors++;
              }
              let len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data2 = data1[i0];
                if (typeof data2 == "string") {
                  if (func77(data2) > 1024) {
                    let err8 = { instancePath: instancePath + "/options/" + i0, schemaPath: "#/properties/options/items/maxLength", keyword: "maxLength", params: { limit: 1024 } };
                    vErrors = add(vErrors, err8), errors++;
                  }
                  if (func77(data2) < 1) {
                    let err9 = { instancePath: instancePath + "/options/" + i0, schemaPath: "#/properties/options/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err9), errors++;
                  }
                } else {
                  let err10 = { instancePath: instancePath + "/options/" + i0, schemaPath: "#/properties/options/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err10), errors++;
                }
              }
            } else {
              let err11 = { instancePath: instancePath + "/options", schemaPath: "#/properties/options/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err11), errors++;
            }
          }
          if (data.to !== void 0 && func0.call(data, "to")) {
            let data3 = data.to;
            if (!(data3 === "parent" || data3 === "person")) {
              let err12 = { instancePath: instancePath + "/to", schemaPath: "#/properties/to/enum", keyword: "enum", params: { allowedValues: schema78.properties.to.enum } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.blocking !== void 0 && func0.call(data, "blocking") && typeof data.blocking != "boolean") {
            let err13 = { instancePath: instancePath + "/blocking", schemaPath: "#/properties/blocking/type", keyword: "type", params: { type: "boolean" } };
            vErrors = add(vErrors, err13), errors++;
          }
          if (data.requirement !== void 0 && func0.call(data, "requirement")) {
            let data5 = data.requirement;
            if (typeof data5 == "string") {
              if (func77(data5) > 256) {
                let err14 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err14), errors++;
              }
              if (func77(data5) < 1) {
                let err15 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err15), errors++;
              }
            } else {
              let err16 = { instancePath: instancePath + "/requirement", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err16), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate45.errors = vErrors, errors === 0;
      }
      validate45.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate47(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate47.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          Object.keys(data).length > 2 && (vErrors = add(vErrors, { instancePath, schemaPath: "#/maxProperties", keyword: "maxProperties", params: { limit: 2 } }), errors++), Object.keys(data).length < 2 && (vErrors = add(vErrors, { instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 2 } }), errors++), (data.escalation === void 0 || !func0.call(data, "escalation")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "escalation" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "escalation" || key0 === "text" || key0 === "hand_on" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.escalation !== void 0 && func0.call(data, "escalation")) {
            let data0 = data.escalation;
            if (typeof data0 == "string") {
              if (func77(data0) > 256) {
                let err4 = { instancePath: instancePath + "/escalation", schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err4), errors++;
              }
              if (func77(data0) < 1) {
                let err5 = { instancePath: instancePath + "/escalation", schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err5), errors++;
              }
            } else {
              let err6 = { instancePath: instancePath + "/escalation", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err6), errors++;
            }
          }
          if (data.text !== void 0 && func0.call(data, "text")) {
            let data1 = data.text;
            if (typeof data1 == "string") {
              if (func77(data1) > 8192) {
                let err7 = { instancePath: instancePath + "/text", schemaPath: "#/$defs/text/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err7), errors++;
              }
              if (func77(data1) < 1) {
                let err8 = { instancePath: instancePath + "/text", schemaPath: "#/$defs/text/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err8), errors++;
              }
            } else {
              let err9 = { instancePath: instancePath + "/text", schemaPath: "#/$defs/text/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err9), errors++;
            }
          }
          if (data.hand_on !== void 0 && func0.call(data, "hand_on") && data.hand_on !== !0) {
            let err10 = { instancePath: instancePath + "/hand_on", schemaPath: "#/properties/hand_on/const", keyword: "const", params: { allowedValue: !0 } };
            vErrors = add(vErrors, err10), errors++;
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate47.errors = vErrors, errors === 0;
      }
      validate47.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate24.evaluated;
        evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0);
        let _errs2 = errors, valid1 = !0, _errs3 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing0;
          (data.transition === void 0 || !func0.call(data, "transition")) && (missing0 = "transition") ? (vErrors = add(vErrors, {}), errors++) : data.transition !== void 0 && func0.call(data, "transition") && data.transition !== "SPLIT" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid0 = _errs3 === errors;
        errors = _errs2, vErrors !== null && (_errs2 ? vErrors.length = Math.min(vErrors.length, _errs2) : vErrors = null);
        let ifClause0;
        if (_valid0) {
          let _errs5 = errors;
          data && typeof data == "object" && !Array.isArray(data) && (data.split === void 0 || !func0.call(data, "split")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/0/then/required", keyword: "required", params: { missingProperty: "split" } }), errors++);
          var _valid0 = _errs5 === errors;
          valid1 = _valid0, ifClause0 = "then";
        } else {
          let _errs6 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.split !== void 0 && func0.call(data, "split")) {
            let err3 = { instancePath: instancePath + "/split", schemaPath: "#/allOf/0/else/properties/split/false schema", keyword: "false schema", params: {} };
            vErrors = add(vErrors, err3), errors++;
          }
          var _valid0 = _errs6 === errors;
          if (valid1 = _valid0, valid1) {
            var props0 = {};
            props0.split = !0, props0.transition = !0;
          }
          ifClause0 = "else";
        }
        valid1 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/0/if", keyword: "if", params: { failingKeyword: ifClause0 } }), errors++);
        let _errs8 = errors, valid4 = !0, _errs9 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing1;
          (data.transition === void 0 || !func0.call(data, "transition")) && (missing1 = "transition") ? (vErrors = add(vErrors, {}), errors++) : data.transition !== void 0 && func0.call(data, "transition") && data.transition !== "ESCALATE" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid1 = _errs9 === errors;
        errors = _errs8, vErrors !== null && (_errs8 ? vErrors.length = Math.min(vErrors.length, _errs8) : vErrors = null);
        let ifClause1;
        if (_valid1) {
          let _errs11 = errors;
          data && typeof data == "object" && !Array.isArray(data) && (data.escalation === void 0 || !func0.call(data, "escalation")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/1/then/required", keyword: "required", params: { missingProperty: "escalation" } }), errors++);
          var _valid1 = _errs11 === errors;
          valid4 = _valid1, ifClause1 = "then";
        } else {
          let _errs12 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.escalation !== void 0 && func0.call(data, "escalation")) {
            let err8 = { instancePath: instancePath + "/escalation", schemaPath: "#/allOf/1/else/properties/escalation/false schema", keyword: "false schema", params: {} };
            vErrors = add(vErrors, err8), errors++;
          }
          var _valid1 = _errs12 === errors;
          if (valid4 = _valid1, valid4) {
            var props1 = {};
            props1.escalation = !0, props1.transition = !0;
          }
          ifClause1 = "else";
        }
        valid4 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/1/if", keyword: "if", params: { failingKeyword: ifClause1 } }), errors++), props0 !== !0 && props1 !== void 0 && (props1 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props1)));
        let _errs14 = errors, valid7 = !0, _errs15 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing2;
          (data.transition === void 0 || !func0.call(data, "transition")) && (missing2 = "transition") ? (vErrors = add(vErrors, {}), errors++) : data.transition !== void 0 && func0.call(data, "transition") && data.transition !== "HALT" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid2 = _errs15 === errors;
        errors = _errs14, vErrors !== null && (_errs14 ? vErrors.length = Math.min(vErrors.length, _errs14) : vErrors = null);
        let ifClause2;
        if (_valid2) {
          let _errs17 = errors;
          data && typeof data == "object" && !Array.isArray(data) && (data.halt === void 0 || !func0.call(data, "halt")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/2/then/required", keyword: "required", params: { missingProperty: "halt" } }), errors++);
          var _valid2 = _errs17 === errors;
          valid7 = _valid2, ifClause2 = "then";
        } else {
          let _errs18 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.halt !== void 0 && func0.call(data, "halt")) {
            let err13 = { instancePath: instancePath + "/halt", schemaPath: "#/allOf/2/else/properties/halt/false schema", keyword: "false schema", params: {} };
            vErrors = add(vErrors, err13), errors++;
          }
          var _valid2 = _errs18 === errors;
          if (valid7 = _valid2, valid7) {
            var props2 = {};
            props2.halt = !0, props2.transition = !0;
          }
          ifClause2 = "else";
        }
        if (valid7 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/2/if", keyword: "if", params: { failingKeyword: ifClause2 } }), errors++), props0 !== !0 && props2 !== void 0 && (props2 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props2))), data && typeof data == "object" && !Array.isArray(data)) {
          (data.task_id === void 0 || !func0.call(data, "task_id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "task_id" } }), errors++), (data.based_on === void 0 || !func0.call(data, "based_on")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "based_on" } }), errors++), (data.transition === void 0 || !func0.call(data, "transition")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "transition" } }), errors++);
          for (let key0 of Object.keys(data))
            func0.call(schema38.properties, key0) || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.task_id !== void 0 && func0.call(data, "task_id")) {
            let data6 = data.task_id;
            if (typeof data6 == "string") {
              if (func77(data6) > 512) {
                let err19 = { instancePath: instancePath + "/task_id", schemaPath: "#/properties/task_id/maxLength", keyword: "maxLength", params: { limit: 512 } };
                vErrors = add(vErrors, err19), errors++;
              }
              if (func77(data6) < 1) {
                let err20 = { instancePath: instancePath + "/task_id", schemaPath: "#/properties/task_id/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err20), errors++;
              }
            } else {
              let err21 = { instancePath: instancePath + "/task_id", schemaPath: "#/properties/task_id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err21), errors++;
            }
          }
          if (data.based_on !== void 0 && func0.call(data, "based_on")) {
            let data7 = data.based_on;
            if (typeof data7 == "string") {
              if (!pattern7.test(data7)) {
                let err22 = { instancePath: instancePath + "/based_on", schemaPath: "#/properties/based_on/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                vErrors = add(vErrors, err22), errors++;
              }
            } else {
              let err23 = { instancePath: instancePath + "/based_on", schemaPath: "#/properties/based_on/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err23), errors++;
            }
          }
          if (data.transition !== void 0 && func0.call(data, "transition")) {
            let data8 = data.transition;
            if (!(data8 === "EXECUTE" || data8 === "SPLIT" || data8 === "RESOLVE" || data8 === "ESCALATE" || data8 === "HALT")) {
              let err24 = { instancePath: instancePath + "/transition", schemaPath: "#/properties/transition/enum", keyword: "enum", params: { allowedValues: schema38.properties.transition.enum } };
              vErrors = add(vErrors, err24), errors++;
            }
          }
          if (data.claims !== void 0 && func0.call(data, "claims")) {
            let data9 = data.claims;
            if (Array.isArray(data9)) {
              if (data9.length > 2e3) {
                let err25 = { instancePath: instancePath + "/claims", schemaPath: "#/properties/claims/maxItems", keyword: "maxItems", params: { limit: 2e3 } };
                vErrors = add(vErrors, err25), errors++;
              }
              let len0 = data9.length;
              for (let i0 = 0; i0 < len0; i0++)
                validate25(data9[i0], { instancePath: instancePath + "/claims/" + i0, parentData: data9, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate25.errors), errors += validate25.errors.length);
            } else {
              let err26 = { instancePath: instancePath + "/claims", schemaPath: "#/properties/claims/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err26), errors++;
            }
          }
          if (data.invariants !== void 0 && func0.call(data, "invariants")) {
            let data11 = data.invariants;
            if (Array.isArray(data11)) {
              if (data11.length > 200) {
                let err27 = { instancePath: instancePath + "/invariants", schemaPath: "#/properties/invariants/maxItems", keyword: "maxItems", params: { limit: 200 } };
                vErrors = add(vErrors, err27), errors++;
              }
              let len1 = data11.length;
              for (let i1 = 0; i1 < len1; i1++)
                validate27(data11[i1], { instancePath: instancePath + "/invariants/" + i1, parentData: data11, parentDataProperty: i1, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate27.errors), errors += validate27.errors.length);
            } else {
              let err28 = { instancePath: instancePath + "/invariants", schemaPath: "#/properties/invariants/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err28), errors++;
            }
          }
          if (data.contradictions !== void 0 && func0.call(data, "contradictions")) {
            let data13 = data.contradictions;
            if (Array.isArray(data13)) {
              if (data13.length > 500) {
                let err29 = { instancePath: instancePath + "/contradictions", schemaPath: "#/properties/contradictions/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err29), errors++;
              }
              let len2 = data13.length;
              for (let i2 = 0; i2 < len2; i2++)
                validate29(data13[i2], { instancePath: instancePath + "/contradictions/" + i2, parentData: data13, parentDataProperty: i2, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate29.errors), errors += validate29.errors.length);
            } else {
              let err30 = { instancePath: instancePath + "/contradictions", schemaPath: "#/properties/contradictions/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err30), errors++;
            }
          }
          if (data.open_loops !== void 0 && func0.call(data, "open_loops")) {
            let data15 = data.open_loops;
            if (Array.isArray(data15)) {
              if (data15.length > 500) {
                let err31 = { instancePath: instancePath + "/open_loops", schemaPath: "#/properties/open_loops/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err31), errors++;
              }
              let len3 = data15.length;
              for (let i3 = 0; i3 < len3; i3++)
                validate31(data15[i3], { instancePath: instancePath + "/open_loops/" + i3, parentData: data15, parentDataProperty: i3, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate31.errors), errors += validate31.errors.length);
            } else {
              let err32 = { instancePath: instancePath + "/open_loops", schemaPath: "#/properties/open_loops/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err32), errors++;
            }
          }
          if (data.artifact_deltas !== void 0 && func0.call(data, "artifact_deltas")) {
            let data17 = data.artifact_deltas;
            if (Array.isArray(data17)) {
              if (data17.length > 1e3) {
                let err33 = { instancePath: instancePath + "/artifact_deltas", schemaPath: "#/properties/artifact_deltas/maxItems", keyword: "maxItems", params: { limit: 1e3 } };
                vErrors = add(vErrors, err33), errors++;
              }
              let len4 = data17.length;
              for (let i4 = 0; i4 < len4; i4++)
                validate33(data17[i4], { instancePath: instancePath + "/artifact_deltas/" + i4, parentData: data17, parentDataProperty: i4, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate33.errors), errors += validate33.errors.length);
            } else {
              let err34 = { instancePath: instancePath + "/artifact_deltas", schemaPath: "#/properties/artifact_deltas/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err34), errors++;
            }
          }
          if (data.contents !== void 0 && func0.call(data, "contents")) {
            let data19 = data.contents;
            if (Array.isArray(data19)) {
              if (data19.length > 1e3) {
                let err35 = { instancePath: instancePath + "/contents", schemaPath: "#/properties/contents/maxItems", keyword: "maxItems", params: { limit: 1e3 } };
                vErrors = add(vErrors, err35), errors++;
              }
              let len5 = data19.length;
              for (let i5 = 0; i5 < len5; i5++) {
                let data20 = data19[i5];
                if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
                  if (Object.keys(data20).length > 1) {
                    let err36 = { instancePath: instancePath + "/contents/" + i5, schemaPath: "#/$defs/content/maxProperties", keyword: "maxProperties", params: { limit: 1 } };
                    vErrors = add(vErrors, err36), errors++;
                  }
                  if (Object.keys(data20).length < 1) {
                    let err37 = { instancePath: instancePath + "/contents/" + i5, schemaPath: "#/$defs/content/minProperties", keyword: "minProperties", params: { limit: 1 } };
                    vErrors = add(vErrors, err37), errors++;
                  }
                  for (let key1 of Object.keys(data20))
                    if (!(key1 === "text" || key1 === "base64")) {
                      let err38 = { instancePath: instancePath + "/contents/" + i5, schemaPath: "#/$defs/content/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err38), errors++;
                    }
                  if (data20.text !== void 0 && func0.call(data20, "text") && typeof data20.text != "string") {
                    let err39 = { instancePath: instancePath + "/contents/" + i5 + "/text", schemaPath: "#/$defs/content/properties/text/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err39), errors++;
                  }
                  if (data20.base64 !== void 0 && func0.call(data20, "base64")) {
                    let data22 = data20.base64;
                    if (typeof data22 == "string") {
                      if (!pattern10.test(data22)) {
                        let err40 = { instancePath: instancePath + "/contents/" + i5 + "/base64", schemaPath: "#/$defs/content/properties/base64/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9+/]*={0,2}$" } };
                        vErrors = add(vErrors, err40), errors++;
                      }
                    } else {
                      let err41 = { instancePath: instancePath + "/contents/" + i5 + "/base64", schemaPath: "#/$defs/content/properties/base64/type", keyword: "type", params: { type: "string" } };
                      vErrors = add(vErrors, err41), errors++;
                    }
                  }
                } else {
                  let err42 = { instancePath: instancePath + "/contents/" + i5, schemaPath: "#/$defs/content/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err42), errors++;
                }
              }
            } else {
              let err43 = { instancePath: instancePath + "/contents", schemaPath: "#/properties/contents/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err43), errors++;
            }
          }
          if (data.satisfies !== void 0 && func0.call(data, "satisfies")) {
            let data23 = data.satisfies;
            if (Array.isArray(data23)) {
              if (data23.length > 500) {
                let err44 = { instancePath: instancePath + "/satisfies", schemaPath: "#/properties/satisfies/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err44), errors++;
              }
              let len6 = data23.length;
              for (let i6 = 0; i6 < len6; i6++)
                validate35(data23[i6], { instancePath: instancePath + "/satisfies/" + i6, parentData: data23, parentDataProperty: i6, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate35.errors), errors += validate35.errors.length);
            } else {
              let err45 = { instancePath: instancePath + "/satisfies", schemaPath: "#/properties/satisfies/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err45), errors++;
            }
          }
          if (data.verify !== void 0 && func0.call(data, "verify")) {
            let data25 = data.verify;
            if (Array.isArray(data25)) {
              if (data25.length > 500) {
                let err46 = { instancePath: instancePath + "/verify", schemaPath: "#/properties/verify/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err46), errors++;
              }
              let len7 = data25.length;
              for (let i7 = 0; i7 < len7; i7++) {
                let data26 = data25[i7];
                if (typeof data26 == "string") {
                  if (func77(data26) > 256) {
                    let err47 = { instancePath: instancePath + "/verify/" + i7, schemaPath: "#/$defs/id/maxLength", keyword: "maxLength", params: { limit: 256 } };
                    vErrors = add(vErrors, err47), errors++;
                  }
                  if (func77(data26) < 1) {
                    let err48 = { instancePath: instancePath + "/verify/" + i7, schemaPath: "#/$defs/id/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err48), errors++;
                  }
                } else {
                  let err49 = { instancePath: instancePath + "/verify/" + i7, schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err49), errors++;
                }
              }
            } else {
              let err50 = { instancePath: instancePath + "/verify", schemaPath: "#/properties/verify/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err50), errors++;
            }
          }
          if (data.split !== void 0 && func0.call(data, "split") && (validate37(data.split, { instancePath: instancePath + "/split", parentData: data, parentDataProperty: "split", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate37.errors), errors += validate37.errors.length)), data.escalation !== void 0 && func0.call(data, "escalation") && (validate45(data.escalation, { instancePath: instancePath + "/escalation", parentData: data, parentDataProperty: "escalation", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate45.errors), errors += validate45.errors.length)), data.answer !== void 0 && func0.call(data, "answer") && (validate47(data.answer, { instancePath: instancePath + "/answer", parentData: data, parentDataProperty: "answer", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate47.errors), errors += validate47.errors.length)), data.halt !== void 0 && func0.call(data, "halt")) {
            let data30 = data.halt;
            if (data30 && typeof data30 == "object" && !Array.isArray(data30)) {
              if (data30.outcome === void 0 || !func0.call(data30, "outcome")) {
                let err51 = { instancePath: instancePath + "/halt", schemaPath: "#/$defs/halt/required", keyword: "required", params: { missingProperty: "outcome" } };
                vErrors = add(vErrors, err51), errors++;
              }
              if (data30.reason === void 0 || !func0.call(data30, "reason")) {
                let err52 = { instancePath: instancePath + "/halt", schemaPath: "#/$defs/halt/required", keyword: "required", params: { missingProperty: "reason" } };
                vErrors = add(vErrors, err52), errors++;
              }
              if (data30.summary === void 0 || !func0.call(data30, "summary")) {
                let err53 = { instancePath: instancePath + "/halt", schemaPath: "#/$defs/halt/required", keyword: "required", params: { missingProperty: "summary" } };
                vErrors = add(vErrors, err53), errors++;
              }
              for (let key2 of Object.keys(data30))
                if (!(key2 === "outcome" || key2 === "reason" || key2 === "summary")) {
                  let err54 = { instancePath: instancePath + "/halt", schemaPath: "#/$defs/halt/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                  vErrors = add(vErrors, err54), errors++;
                }
              if (data30.outcome !== void 0 && func0.call(data30, "outcome")) {
                let data31 = data30.outcome;
                if (!(data31 === "complete" || data31 === "incomplete" || data31 === "refused")) {
                  let err55 = { instancePath: instancePath + "/halt/outcome", schemaPath: "#/$defs/halt/properties/outcome/enum", keyword: "enum", params: { allowedValues: schema84.properties.outcome.enum } };
                  vErrors = add(vErrors, err55), errors++;
                }
              }
              if (data30.reason !== void 0 && func0.call(data30, "reason")) {
                let data32 = data30.reason;
                if (typeof data32 == "string") {
                  if (func77(data32) > 8192) {
                    let err56 = { instancePath: instancePath + "/halt/reason", schemaPath: "#/$defs/halt/properties/reason/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                    vErrors = add(vErrors, err56), errors++;
                  }
                } else {
                  let err57 = { instancePath: instancePath + "/halt/reason", schemaPath: "#/$defs/halt/properties/reason/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err57), errors++;
                }
              }
              if (data30.summary !== void 0 && func0.call(data30, "summary")) {
                let data33 = data30.summary;
                if (typeof data33 == "string") {
                  if (func77(data33) > 65536) {
                    let err58 = { instancePath: instancePath + "/halt/summary", schemaPath: "#/$defs/halt/properties/summary/maxLength", keyword: "maxLength", params: { limit: 65536 } };
                    vErrors = add(vErrors, err58), errors++;
                  }
                } else {
                  let err59 = { instancePath: instancePath + "/halt/summary", schemaPath: "#/$defs/halt/properties/summary/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err59), errors++;
                }
              }
            } else {
              let err60 = { instancePath: instancePath + "/halt", schemaPath: "#/$defs/halt/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err60), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate24.errors = vErrors, errors === 0;
      }
      validate24.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      exports.validateTaskFile = validate49;
      var schema85 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "https://cairn.dev/schemas/v0.1/task.schema.json", title: "Task file", description: "What a person asks for: objective, requirements, invariants, checks, budget and who does the work.", type: "object", additionalProperties: !1, required: ["task", "objective", "requirements", "budget"], properties: { task: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", description: "Id of the root task" }, objective: { type: "string", minLength: 1, maxLength: 8192 }, workspace: { type: "string", minLength: 1, maxLength: 4096, description: "Folder that may be read, relative to this file" }, requirements: { type: "array", maxItems: 500, items: { $ref: "#/$defs/requirement" } }, invariants: { type: "array", maxItems: 200, items: { $ref: "#/$defs/invariant" } }, checks: { type: "object", maxProperties: 200, propertyNames: { pattern: "^[A-Za-z0-9_.-]{1,128}$" }, additionalProperties: { $ref: "#/$defs/check" } }, budget: { $ref: "#/$defs/budget" }, executor: { $ref: "#/$defs/name", description: "Who does the work: a name of `executors`, or agent, local or person (default local)" }, executors: { type: "object", maxProperties: 32, propertyNames: { $ref: "#/$defs/name" }, additionalProperties: { $ref: "#/$defs/executorSettings" } }, routes: { type: "array", maxItems: 32, items: { $ref: "#/$defs/route" }, description: "The first that fits decides who does an invocation; none: `executor`" }, commands: { type: "object", maxProperties: 64, propertyNames: { $ref: "#/$defs/name" }, additionalProperties: { $ref: "#/$defs/allowedCommand" }, description: "What the tool `run` may run, by name" }, limits: { $ref: "#/$defs/limits" }, prices: { type: "object", maxProperties: 64, propertyNames: { maxLength: 256 }, additionalProperties: { $ref: "#/$defs/price" }, description: "Money a million tokens, by model" }, local: { $ref: "#/$defs/localSettings" }, repairs: { type: "integer", minimum: 0, maximum: 20, description: "Rejections in a row before the task escalates (default 2)" }, concurrency: { type: "integer", minimum: 1, maximum: 256 }, escalation: { $ref: "#/$defs/escalationPolicy" } }, $defs: { id: { type: "string", pattern: "^[^/\\s][^/]{0,255}$" }, name: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_-]{0,63}$" }, argv: { type: "array", minItems: 1, maxItems: 256, items: { type: "string", maxLength: 8192 } }, milliseconds: { type: "integer", minimum: 1, maximum: 864e5 }, executorSettings: { anyOf: [{ $ref: "#/$defs/modelExecutor" }, { $ref: "#/$defs/commandExecutor" }, { $ref: "#/$defs/personExecutor" }, { $ref: "#/$defs/replayExecutor" }] }, modelExecutor: { type: "object", additionalProperties: !1, required: ["kind", "provider", "model"], properties: { kind: { const: "model" }, provider: { type: "string", minLength: 1, maxLength: 214, description: "openai-compatible, openai, openai-chat, anthropic, or the package of an AI SDK provider" }, model: { type: "string", minLength: 1, maxLength: 256 }, base_url: { type: "string", pattern: "^https?://", maxLength: 2048 }, api_key_env: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$", description: "Environment variable that holds the key: a key itself is never in a task file" }, temperature: { type: "number", minimum: 0, maximum: 2 }, seed: { type: "integer" }, tools: { type: "boolean", description: "Offer tools to the model (default true)" }, output: { enum: ["tool", "json-schema", "text"], description: "How the model states its proposal (default: tool, then text)" }, maximum_turns: { type: "integer", minimum: 1, maximum: 200, description: "Answers of the model in one invocation (default 24)" }, retries: { type: "integer", minimum: 0, maximum: 10, description: "Of one request that failed for a reason that passes (default 4)" }, timeout_ms: { $ref: "#/$defs/milliseconds" } } }, commandExecutor: { type: "object", additionalProperties: !1, required: ["kind"], oneOf: [{ required: ["command"] }, { required: ["profile"] }], properties: { kind: { const: "command" }, command: { $ref: "#/$defs/argv" }, profile: { enum: ["claude", "codex", "gemini", "pi"], description: "How to call an agent that is installed" }, model: { type: "string", minLength: 1, maxLength: 256 }, arguments: { type: "array", maxItems: 64, items: { type: "string", maxLength: 8192 }, description: "More arguments for the profile's command" }, protocol: { enum: ["once", "lines"], description: "once: one JSON on stdin, a proposal on stdout; lines: requests for tools in between (default once)" }, edits: { type: "boolean", description: "True: what it changed in its private copy of the workspace is proposed with its answer (default false)" }, pass_env: { type: "array", maxItems: 64, items: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$" }, description: "Environment variables that the command gets besides the usual ones" }, timeout_ms: { $ref: "#/$defs/milliseconds" } } }, personExecutor: { type: "object", additionalProperties: !1, required: ["kind"], properties: { kind: { const: "person" } } }, replayExecutor: { type: "object", additionalProperties: !1, required: ["kind", "cassette"], properties: { kind: { const: "replay" }, cassette: { type: "string", minLength: 1, maxLength: 4096, description: "What `cairn run --record` wrote, relative to this file" } } }, route: { type: "object", additionalProperties: !1, required: ["executor"], properties: { executor: { $ref: "#/$defs/name" }, phase: { enum: ["plan", "work", "resolve", "answer", "verify"], description: "plan: the first invocation of a task; resolve: with joined children; verify: as verifier of others' claims" }, minimum_depth: { type: "integer", minimum: 0, maximum: 64 }, maximum_depth: { type: "integer", minimum: 0, maximum: 64 } } }, allowedCommand: { type: "object", additionalProperties: !1, required: ["command"], properties: { command: { $ref: "#/$defs/argv" }, timeout_ms: { $ref: "#/$defs/milliseconds" } } }, limits: { type: "object", additionalProperties: !1, description: "Hard limits of the whole run; reaching 80 % warns", properties: { tokens: { type: "integer", minimum: 1, maximum: 9007199254740991, description: "Input and output tokens of all invocations" }, cost: { type: "number", exclusiveMinimum: 0, maximum: 1e9, description: "Money, in the currency of `prices`" } } }, price: { type: "object", additionalProperties: !1, required: ["input", "output"], properties: { input: { type: "number", minimum: 0, maximum: 1e6 }, output: { type: "number", minimum: 0, maximum: 1e6 }, cached_input: { type: "number", minimum: 0, maximum: 1e6 } } }, globs: { type: "array", minItems: 1, maxItems: 64, items: { type: "string", minLength: 1, maxLength: 1024 } }, pattern: { type: "string", minLength: 1, maxLength: 2048 }, requirement: { type: "object", additionalProperties: !1, required: ["id", "statement", "needs"], properties: { id: { $ref: "#/$defs/id" }, statement: { type: "string", minLength: 1, maxLength: 8192 }, needs: { enum: ["check", "verified", "supported", "person"] }, check: { type: "string", minLength: 1, maxLength: 128 }, any: { type: "boolean", description: "One child that satisfies it is enough" }, local: { $ref: "#/$defs/localRule" } } }, invariant: { type: "object", additionalProperties: !1, required: ["id", "operator", "statement"], properties: { id: { $ref: "#/$defs/id" }, operator: { enum: ["PRESERVE", "REQUIRE", "PROHIBIT", "PREFER"] }, statement: { type: "string", minLength: 1, maxLength: 8192 }, authority: { enum: ["system", "developer", "user", "source"] }, check: { type: "string", minLength: 1, maxLength: 128 } } }, check: { type: "object", additionalProperties: !1, minProperties: 1, properties: { command: { type: "array", minItems: 1, maxItems: 256, items: { type: "string", maxLength: 8192 }, description: "Exit code 0 holds" }, timeout_ms: { type: "integer", minimum: 1, maximum: 864e5 }, match: { $ref: "#/$defs/pathsPattern" }, absent: { $ref: "#/$defs/pathsPattern" }, json_schema: { type: "object", additionalProperties: !1, required: ["path", "schema"], properties: { path: { type: "string", minLength: 1, maxLength: 4096 }, schema: { type: ["object", "boolean", "string"] } } }, unchanged: { $ref: "#/$defs/globs" } }, oneOf: [{ required: ["command"] }, { required: ["match"] }, { required: ["absent"] }, { required: ["json_schema"] }, { required: ["unchanged"] }] }, pathsPattern: { type: "object", additionalProperties: !1, required: ["paths", "pattern"], properties: { paths: { $ref: "#/$defs/globs" }, pattern: { $ref: "#/$defs/pattern" } } }, budget: { type: "object", additionalProperties: !1, required: ["context_tokens", "output_tokens", "maximum_children", "maximum_depth"], properties: { context_tokens: { type: "integer", minimum: 1, maximum: 9007199254740991 }, output_tokens: { type: "integer", minimum: 1, maximum: 9007199254740991 }, maximum_children: { type: "integer", minimum: 0, maximum: 1e3 }, maximum_depth: { type: "integer", minimum: 0, maximum: 64 }, remaining_invocations: { type: ["integer", "null"], minimum: 0, maximum: 9007199254740991 }, remaining_wall_time_ms: { type: ["integer", "null"], minimum: 0, maximum: 9007199254740991 } } }, escalationPolicy: { type: "object", additionalProperties: !1, properties: { deadline_ms: { type: "integer", minimum: 1, maximum: 9007199254740991 }, default: { type: "string", minLength: 1, maxLength: 8192 }, maximum: { type: "integer", minimum: 0, maximum: 1e3 } } }, localSettings: { type: "object", additionalProperties: !1, properties: { group_by: { enum: ["file", "directory"], description: "What a part keeps together when the work is cut: a file, or all files of one directory" }, ignore: { $ref: "#/$defs/globs" } } }, localRule: { type: "object", additionalProperties: !1, minProperties: 1, properties: { extract: { type: "array", minItems: 1, maxItems: 64, items: { $ref: "#/$defs/extractRule" } }, expect: { $ref: "#/$defs/expectRule" }, agree: { $ref: "#/$defs/agreeRule" }, forbid: { $ref: "#/$defs/pathsPattern" } } }, extractRule: { type: "object", additionalProperties: !1, required: ["paths", "pattern", "subject", "value"], properties: { paths: { $ref: "#/$defs/globs" }, pattern: { $ref: "#/$defs/pattern" }, subject: { type: "string", minLength: 1, maxLength: 512, description: "Template: $1 \u2026 $9 are groups, ${dir} ${file} ${path} are of the file" }, value: { type: "string", minLength: 1, maxLength: 512 }, map: { type: "object", maxProperties: 256, additionalProperties: { type: "string", minLength: 1, maxLength: 512 }, description: "Spellings that mean the same value" } } }, expectRule: { type: "object", additionalProperties: !1, required: ["paths", "pattern"], properties: { paths: { $ref: "#/$defs/globs" }, pattern: { $ref: "#/$defs/pattern" }, subject: { type: "string", minLength: 1, maxLength: 512 } } }, agreeRule: { type: "object", additionalProperties: !1, properties: { alternatives: { $ref: "#/$defs/pattern" } } } } }, schema104 = { type: "object", additionalProperties: !1, required: ["context_tokens", "output_tokens", "maximum_children", "maximum_depth"], properties: { context_tokens: { type: "integer", minimum: 1, maximum: 9007199254740991 }, output_tokens: { type: "integer", minimum: 1, maximum: 9007199254740991 }, maximum_children: { type: "integer", minimum: 0, maximum: 1e3 }, maximum_depth: { type: "integer", minimum: 0, maximum: 64 }, remaining_invocations: { type: ["integer", "null"], minimum: 0, maximum: 9007199254740991 }, remaining_wall_time_ms: { type: ["integer", "null"], minimum: 0, maximum: 9007199254740991 } } }, pattern15 = new RegExp("^[A-Za-z0-9_.-]{1,128}$", "u"), pattern16 = new RegExp("^[A-Za-z][A-Za-z0-9_-]{0,63}$", "u"), schema86 = { type: "object", additionalProperties: !1, required: ["id", "statement", "needs"], properties: { id: { $ref: "#/$defs/id" }, statement: { type: "string", minLength: 1, maxLength: 8192 }, needs: { enum: ["check", "verified", "supported", "person"] }, check: { type: "string", minLength: 1, maxLength: 128 }, any: { type: "boolean", description: "One child that satisfies it is enough" }, local: { $ref: "#/$defs/localRule" } } }, pattern13 = new RegExp("^[^/\\s][^/]{0,255}$", "u");
      function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate52.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.paths === void 0 || !func0.call(data, "paths")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "paths" } }), errors++), (data.pattern === void 0 || !func0.call(data, "pattern")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pattern" } }), errors++), (data.subject === void 0 || !func0.call(data, "subject")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "subject" } }), errors++), (data.value === void 0 || !func0.call(data, "value")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "value" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "paths" || key0 === "pattern" || key0 === "subject" || key0 === "value" || key0 === "map" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.paths !== void 0 && func0.call(data, "paths")) {
            let data0 = data.paths;
            if (Array.isArray(data0)) {
              if (data0.length > 64) {
                let err5 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err5), errors++;
              }
              if (data0.length < 1) {
                let err6 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err6), errors++;
              }
              let len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data1 = data0[i0];
                if (typeof data1 == "string") {
                  if (func77(data1) > 1024) {
                    let err7 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/maxLength", keyword: "maxLength", params: { limit: 1024 } };
                    vErrors = add(vErrors, err7), errors++;
                  }
                  if (func77(data1) < 1) {
                    let err8 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err8), errors++;
                  }
                } else {
                  let err9 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err9), errors++;
                }
              }
            } else {
              let err10 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.pattern !== void 0 && func0.call(data, "pattern")) {
            let data2 = data.pattern;
            if (typeof data2 == "string") {
              if (func77(data2) > 2048) {
                let err11 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                vErrors = add(vErrors, err11), errors++;
              }
              if (func77(data2) < 1) {
                let err12 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err12), errors++;
              }
            } else {
              let err13 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err13), errors++;
            }
          }
          if (data.subject !== void 0 && func0.call(data, "subject")) {
            let data3 = data.subject;
            if (typeof data3 == "string") {
              if (func77(data3) > 512) {
                let err14 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/maxLength", keyword: "maxLength", params: { limit: 512 } };
                vErrors = add(vErrors, err14), errors++;
              }
              if (func77(data3) < 1) {
                let err15 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err15), errors++;
              }
            } else {
              let err16 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err16), errors++;
            }
          }
          if (data.value !== void 0 && func0.call(data, "value")) {
            let data4 = data.value;
            if (typeof data4 == "string") {
              if (func77(data4) > 512) {
                let err17 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/maxLength", keyword: "maxLength", params: { limit: 512 } };
                vErrors = add(vErrors, err17), errors++;
              }
              if (func77(data4) < 1) {
                let err18 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err18), errors++;
              }
            } else {
              let err19 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err19), errors++;
            }
          }
          if (data.map !== void 0 && func0.call(data, "map")) {
            let data5 = data.map;
            if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
              if (Object.keys(data5).length > 256) {
                let err20 = { instancePath: instancePath + "/map", schemaPath: "#/properties/map/maxProperties", keyword: "maxProperties", params: { limit: 256 } };
                vErrors = add(vErrors, err20), errors++;
              }
              for (let key1 of Object.keys(data5)) {
                let data6 = data5[key1];
                if (typeof data6 == "string") {
                  if (func77(data6) > 512) {
                    let err21 = { instancePath: instancePath + "/map/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/map/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 512 } };
                    vErrors = add(vErrors, err21), errors++;
                  }
                  if (func77(data6) < 1) {
                    let err22 = { instancePath: instancePath + "/map/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/map/additionalProperties/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err22), errors++;
                  }
                } else {
                  let err23 = { instancePath: instancePath + "/map/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/map/additionalProperties/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err23), errors++;
                }
              }
            } else {
              let err24 = { instancePath: instancePath + "/map", schemaPath: "#/properties/map/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err24), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate52.errors = vErrors, errors === 0;
      }
      validate52.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate54.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.paths === void 0 || !func0.call(data, "paths")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "paths" } }), errors++), (data.pattern === void 0 || !func0.call(data, "pattern")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pattern" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "paths" || key0 === "pattern" || key0 === "subject" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.paths !== void 0 && func0.call(data, "paths")) {
            let data0 = data.paths;
            if (Array.isArray(data0)) {
              if (data0.length > 64) {
                let err3 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err3), errors++;
              }
              if (data0.length < 1) {
                let err4 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err4), errors++;
              }
              let len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data1 = data0[i0];
                if (typeof data1 == "string") {
                  if (func77(data1) > 1024) {
                    let err5 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/maxLength", keyword: "maxLength", params: { limit: 1024 } };
                    vErrors = add(vErrors, err5), errors++;
                  }
                  if (func77(data1) < 1) {
                    let err6 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err6), errors++;
                  }
                } else {
                  let err7 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err7), errors++;
                }
              }
            } else {
              let err8 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
          if (data.pattern !== void 0 && func0.call(data, "pattern")) {
            let data2 = data.pattern;
            if (typeof data2 == "string") {
              if (func77(data2) > 2048) {
                let err9 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                vErrors = add(vErrors, err9), errors++;
              }
              if (func77(data2) < 1) {
                let err10 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err10), errors++;
              }
            } else {
              let err11 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err11), errors++;
            }
          }
          if (data.subject !== void 0 && func0.call(data, "subject")) {
            let data3 = data.subject;
            if (typeof data3 == "string") {
              if (func77(data3) > 512) {
                let err12 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/maxLength", keyword: "maxLength", params: { limit: 512 } };
                vErrors = add(vErrors, err12), errors++;
              }
              if (func77(data3) < 1) {
                let err13 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err13), errors++;
              }
            } else {
              let err14 = { instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate54.errors = vErrors, errors === 0;
      }
      validate54.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate56.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          for (let key0 of Object.keys(data))
            key0 !== "alternatives" && (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.alternatives !== void 0 && func0.call(data, "alternatives")) {
            let data0 = data.alternatives;
            if (typeof data0 == "string") {
              if (func77(data0) > 2048) {
                let err1 = { instancePath: instancePath + "/alternatives", schemaPath: "#/$defs/pattern/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                vErrors = add(vErrors, err1), errors++;
              }
              if (func77(data0) < 1) {
                let err2 = { instancePath: instancePath + "/alternatives", schemaPath: "#/$defs/pattern/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err2), errors++;
              }
            } else {
              let err3 = { instancePath: instancePath + "/alternatives", schemaPath: "#/$defs/pattern/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err3), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate56.errors = vErrors, errors === 0;
      }
      validate56.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate58(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate58.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.paths === void 0 || !func0.call(data, "paths")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "paths" } }), errors++), (data.pattern === void 0 || !func0.call(data, "pattern")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pattern" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "paths" || key0 === "pattern" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.paths !== void 0 && func0.call(data, "paths")) {
            let data0 = data.paths;
            if (Array.isArray(data0)) {
              if (data0.length > 64) {
                let err3 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err3), errors++;
              }
              if (data0.length < 1) {
                let err4 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err4), errors++;
              }
              let len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data1 = data0[i0];
                if (typeof data1 == "string") {
                  if (func77(data1) > 1024) {
                    let err5 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/maxLength", keyword: "maxLength", params: { limit: 1024 } };
                    vErrors = add(vErrors, err5), errors++;
                  }
                  if (func77(data1) < 1) {
                    let err6 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err6), errors++;
                  }
                } else {
                  let err7 = { instancePath: instancePath + "/paths/" + i0, schemaPath: "#/$defs/globs/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err7), errors++;
                }
              }
            } else {
              let err8 = { instancePath: instancePath + "/paths", schemaPath: "#/$defs/globs/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
          if (data.pattern !== void 0 && func0.call(data, "pattern")) {
            let data2 = data.pattern;
            if (typeof data2 == "string") {
              if (func77(data2) > 2048) {
                let err9 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                vErrors = add(vErrors, err9), errors++;
              }
              if (func77(data2) < 1) {
                let err10 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err10), errors++;
              }
            } else {
              let err11 = { instancePath: instancePath + "/pattern", schemaPath: "#/$defs/pattern/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err11), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate58.errors = vErrors, errors === 0;
      }
      validate58.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate51(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate51.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          Object.keys(data).length < 1 && (vErrors = add(vErrors, { instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "extract" || key0 === "expect" || key0 === "agree" || key0 === "forbid" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.extract !== void 0 && func0.call(data, "extract")) {
            let data0 = data.extract;
            if (Array.isArray(data0)) {
              if (data0.length > 64) {
                let err2 = { instancePath: instancePath + "/extract", schemaPath: "#/properties/extract/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err2), errors++;
              }
              if (data0.length < 1) {
                let err3 = { instancePath: instancePath + "/extract", schemaPath: "#/properties/extract/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err3), errors++;
              }
              let len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++)
                validate52(data0[i0], { instancePath: instancePath + "/extract/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate52.errors), errors += validate52.errors.length);
            } else {
              let err4 = { instancePath: instancePath + "/extract", schemaPath: "#/properties/extract/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err4), errors++;
            }
          }
          data.expect !== void 0 && func0.call(data, "expect") && (validate54(data.expect, { instancePath: instancePath + "/expect", parentData: data, parentDataProperty: "expect", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate54.errors), errors += validate54.errors.length)), data.agree !== void 0 && func0.call(data, "agree") && (validate56(data.agree, { instancePath: instancePath + "/agree", parentData: data, parentDataProperty: "agree", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate56.errors), errors += validate56.errors.length)), data.forbid !== void 0 && func0.call(data, "forbid") && (validate58(data.forbid, { instancePath: instancePath + "/forbid", parentData: data, parentDataProperty: "forbid", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate58.errors), errors += validate58.errors.length));
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate51.errors = vErrors, errors === 0;
      }
      validate51.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate50(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate50.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.statement === void 0 || !func0.call(data, "statement")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "statement" } }), errors++), (data.needs === void 0 || !func0.call(data, "needs")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "needs" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "id" || key0 === "statement" || key0 === "needs" || key0 === "check" || key0 === "any" || key0 === "local" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (!pattern13.test(data0)) {
                let err4 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/pattern", keyword: "pattern", params: { pattern: "^[^/\\s][^/]{0,255}$" } };
                vErrors = add(vErrors, err4), errors++;
              }
            } else {
              let err5 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err5), errors++;
            }
          }
          if (data.statement !== void 0 && func0.call(data, "statement")) {
            let data1 = data.statement;
            if (typeof data1 == "string") {
              if (func77(data1) > 8192) {
                let err6 = { instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err6), errors++;
              }
              if (func77(data1) < 1) {
                let err7 = { instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err7), errors++;
              }
            } else {
              let err8 = { instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
          if (data.needs !== void 0 && func0.call(data, "needs")) {
            let data2 = data.needs;
            if (!(data2 === "check" || data2 === "verified" || data2 === "supported" || data2 === "person")) {
              let err9 = { instancePath: instancePath + "/needs", schemaPath: "#/properties/needs/enum", keyword: "enum", params: { allowedValues: schema86.properties.needs.enum } };
              vErrors = add(vErrors, err9), errors++;
            }
          }
          if (data.check !== void 0 && func0.call(data, "check")) {
            let data3 = data.check;
            if (typeof data3 == "string") {
              if (func77(data3) > 128) {
                let err10 = { instancePath: instancePath + "/check", schemaPath: "#/properties/check/maxLength", keyword: "maxLength", params: { limit: 128 } };
                vErrors = add(vErrors, err10), errors++;
              }
              if (func77(data3) < 1) {
                let err11 = { instancePath: instancePath + "/check", schemaPath: "#/properties/check/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err11), errors++;
              }
            } else {
              let err12 = { instancePath: instancePath + "/check", schemaPath: "#/properties/check/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.any !== void 0 && func0.call(data, "any") && typeof data.any != "boolean") {
            let err13 = { instancePath: instancePath + "/any", schemaPath: "#/properties/any/type", keyword: "type", params: { type: "boolean" } };
            vErrors = add(vErrors, err13), errors++;
          }
          data.local !== void 0 && func0.call(data, "local") && (validate51(data.local, { instancePath: instancePath + "/local", parentData: data, parentDataProperty: "local", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate51.errors), errors += validate51.errors.length));
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate50.errors = vErrors, errors === 0;
      }
      validate50.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema100 = { type: "object", additionalProperties: !1, required: ["id", "operator", "statement"], properties: { id: { $ref: "#/$defs/id" }, operator: { enum: ["PRESERVE", "REQUIRE", "PROHIBIT", "PREFER"] }, statement: { type: "string", minLength: 1, maxLength: 8192 }, authority: { enum: ["system", "developer", "user", "source"] }, check: { type: "string", minLength: 1, maxLength: 128 } } };
      function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate62.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.operator === void 0 || !func0.call(data, "operator")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "operator" } }), errors++), (data.statement === void 0 || !func0.call(data, "statement")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "statement" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "id" || key0 === "operator" || key0 === "statement" || key0 === "authority" || key0 === "check" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (!pattern13.test(data0)) {
                let err4 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/pattern", keyword: "pattern", params: { pattern: "^[^/\\s][^/]{0,255}$" } };
                vErrors = add(vErrors, err4), errors++;
              }
            } else {
              let err5 = { instancePath: instancePath + "/id", schemaPath: "#/$defs/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err5), errors++;
            }
          }
          if (data.operator !== void 0 && func0.call(data, "operator")) {
            let data1 = data.operator;
            if (!(data1 === "PRESERVE" || data1 === "REQUIRE" || data1 === "PROHIBIT" || data1 === "PREFER")) {
              let err6 = { instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/enum", keyword: "enum", params: { allowedValues: schema100.properties.operator.enum } };
              vErrors = add(vErrors, err6), errors++;
            }
          }
          if (data.statement !== void 0 && func0.call(data, "statement")) {
            let data2 = data.statement;
            if (typeof data2 == "string") {
              if (func77(data2) > 8192) {
                let err7 = { instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err7), errors++;
              }
              if (func77(data2) < 1) {
                let err8 = { instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err8), errors++;
              }
            } else {
              let err9 = { instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err9), errors++;
            }
          }
          if (data.authority !== void 0 && func0.call(data, "authority")) {
            let data3 = data.authority;
            if (!(data3 === "system" || data3 === "developer" || data3 === "user" || data3 === "source")) {
              let err10 = { instancePath: instancePath + "/authority", schemaPath: "#/properties/authority/enum", keyword: "enum", params: { allowedValues: schema100.properties.authority.enum } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.check !== void 0 && func0.call(data, "check")) {
            let data4 = data.check;
            if (typeof data4 == "string") {
              if (func77(data4) > 128) {
                let err11 = { instancePath: instancePath + "/check", schemaPath: "#/properties/check/maxLength", keyword: "maxLength", params: { limit: 128 } };
                vErrors = add(vErrors, err11), errors++;
              }
              if (func77(data4) < 1) {
                let err12 = { instancePath: instancePath + "/check", schemaPath: "#/properties/check/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err12), errors++;
              }
            } else {
              let err13 = { instancePath: instancePath + "/check", schemaPath: "#/properties/check/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err13), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate62.errors = vErrors, errors === 0;
      }
      validate62.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema102 = { type: "object", additionalProperties: !1, minProperties: 1, properties: { command: { type: "array", minItems: 1, maxItems: 256, items: { type: "string", maxLength: 8192 }, description: "Exit code 0 holds" }, timeout_ms: { type: "integer", minimum: 1, maximum: 864e5 }, match: { $ref: "#/$defs/pathsPattern" }, absent: { $ref: "#/$defs/pathsPattern" }, json_schema: { type: "object", additionalProperties: !1, required: ["path", "schema"], properties: { path: { type: "string", minLength: 1, maxLength: 4096 }, schema: { type: ["object", "boolean", "string"] } } }, unchanged: { $ref: "#/$defs/globs" } }, oneOf: [{ required: ["command"] }, { required: ["match"] }, { required: ["absent"] }, { required: ["json_schema"] }, { required: ["unchanged"] }] };
      function validate64(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate64.evaluated;
        evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0);
        let _errs1 = errors, valid0 = !1, passing0 = null, _errs2 = errors;
        data && typeof data == "object" && !Array.isArray(data) && (data.command === void 0 || !func0.call(data, "command")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "command" } }), errors++);
        var _valid0 = _errs2 === errors;
        _valid0 && (valid0 = !0, passing0 = 0);
        let _errs3 = errors;
        data && typeof data == "object" && !Array.isArray(data) && (data.match === void 0 || !func0.call(data, "match")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "match" } }), errors++);
        var _valid0 = _errs3 === errors;
        if (_valid0 && valid0)
          valid0 = !1, passing0 = [passing0, 1];
        else {
          _valid0 && (valid0 = !0, passing0 = 1);
          let _errs4 = errors;
          data && typeof data == "object" && !Array.isArray(data) && (data.absent === void 0 || !func0.call(data, "absent")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "absent" } }), errors++);
          var _valid0 = _errs4 === errors;
          if (_valid0 && valid0)
            valid0 = !1, passing0 = [passing0, 2];
          else {
            _valid0 && (valid0 = !0, passing0 = 2);
            let _errs5 = errors;
            data && typeof data == "object" && !Array.isArray(data) && (data.json_schema === void 0 || !func0.call(data, "json_schema")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "json_schema" } }), errors++);
            var _valid0 = _errs5 === errors;
            if (_valid0 && valid0)
              valid0 = !1, passing0 = [passing0, 3];
            else {
              _valid0 && (valid0 = !0, passing0 = 3);
              let _errs6 = errors;
              data && typeof data == "object" && !Array.isArray(data) && (data.unchanged === void 0 || !func0.call(data, "unchanged")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "unchanged" } }), errors++);
              var _valid0 = _errs6 === errors;
              _valid0 && valid0 ? (valid0 = !1, passing0 = [passing0, 4]) : _valid0 && (valid0 = !0, passing0 = 4);
            }
          }
        }
        if (valid0 ? (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = Math.min(vErrors.length, _errs1) : vErrors = null)) : (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 } }), errors++), data && typeof data == "object" && !Array.isArray(data)) {
          Object.keys(data).length < 1 && (vErrors = add(vErrors, { instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "command" || key0 === "timeout_ms" || key0 === "match" || key0 === "absent" || key0 === "json_schema" || key0 === "unchanged" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.command !== void 0 && func0.call(data, "command")) {
            let data0 = data.command;
            if (Array.isArray(data0)) {
              if (data0.length > 256) {
                let err8 = { instancePath: instancePath + "/command", schemaPath: "#/properties/command/maxItems", keyword: "maxItems", params: { limit: 256 } };
                vErrors = add(vErrors, err8), errors++;
              }
              if (data0.length < 1) {
                let err9 = { instancePath: instancePath + "/command", schemaPath: "#/properties/command/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err9), errors++;
              }
              let len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data1 = data0[i0];
                if (typeof data1 == "string") {
                  if (func77(data1) > 8192) {
                    let err10 = { instancePath: instancePath + "/command/" + i0, schemaPath: "#/properties/command/items/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                    vErrors = add(vErrors, err10), errors++;
                  }
                } else {
                  let err11 = { instancePath: instancePath + "/command/" + i0, schemaPath: "#/properties/command/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err11), errors++;
                }
              }
            } else {
              let err12 = { instancePath: instancePath + "/command", schemaPath: "#/properties/command/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.timeout_ms !== void 0 && func0.call(data, "timeout_ms")) {
            let data2 = data.timeout_ms;
            if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
              let err13 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err13), errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 864e5 || isNaN(data2)) {
                let err14 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 864e5 } };
                vErrors = add(vErrors, err14), errors++;
              }
              if (data2 < 1 || isNaN(data2)) {
                let err15 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/properties/timeout_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                vErrors = add(vErrors, err15), errors++;
              }
            }
          }
          if (data.match !== void 0 && func0.call(data, "match") && (validate58(data.match, { instancePath: instancePath + "/match", parentData: data, parentDataProperty: "match", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate58.errors), errors += validate58.errors.length)), data.absent !== void 0 && func0.call(data, "absent") && (validate58(data.absent, { instancePath: instancePath + "/absent", parentData: data, parentDataProperty: "absent", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate58.errors), errors += validate58.errors.length)), data.json_schema !== void 0 && func0.call(data, "json_schema")) {
            let data5 = data.json_schema;
            if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
              if (data5.path === void 0 || !func0.call(data5, "path")) {
                let err16 = { instancePath: instancePath + "/json_schema", schemaPath: "#/properties/json_schema/required", keyword: "required", params: { missingProperty: "path" } };
                vErrors = add(vErrors, err16), errors++;
              }
              if (data5.schema === void 0 || !func0.call(data5, "schema")) {
                let err17 = { instancePath: instancePath + "/json_schema", schemaPath: "#/properties/json_schema/required", keyword: "required", params: { missingProperty: "schema" } };
                vErrors = add(vErrors, err17), errors++;
              }
              for (let key1 of Object.keys(data5))
                if (!(key1 === "path" || key1 === "schema")) {
                  let err18 = { instancePath: instancePath + "/json_schema", schemaPath: "#/properties/json_schema/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                  vErrors = add(vErrors, err18), errors++;
                }
              if (data5.path !== void 0 && func0.call(data5, "path")) {
                let data6 = data5.path;
                if (typeof data6 == "string") {
                  if (func77(data6) > 4096) {
                    let err19 = { instancePath: instancePath + "/json_schema/path", schemaPath: "#/properties/json_schema/properties/path/maxLength", keyword: "maxLength", params: { limit: 4096 } };
                    vErrors = add(vErrors, err19), errors++;
                  }
                  if (func77(data6) < 1) {
                    let err20 = { instancePath: instancePath + "/json_schema/path", schemaPath: "#/properties/json_schema/properties/path/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err20), errors++;
                  }
                } else {
                  let err21 = { instancePath: instancePath + "/json_schema/path", schemaPath: "#/properties/json_schema/properties/path/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err21), errors++;
                }
              }
              if (data5.schema !== void 0 && func0.call(data5, "schema")) {
                let data7 = data5.schema;
                if (!(data7 && typeof data7 == "object" && !Array.isArray(data7)) && typeof data7 != "boolean" && typeof data7 != "string") {
                  let err22 = { instancePath: instancePath + "/json_schema/schema", schemaPath: "#/properties/json_schema/properties/schema/type", keyword: "type", params: { type: schema102.properties.json_schema.properties.schema.type } };
                  vErrors = add(vErrors, err22), errors++;
                }
              }
            } else {
              let err23 = { instancePath: instancePath + "/json_schema", schemaPath: "#/properties/json_schema/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err23), errors++;
            }
          }
          if (data.unchanged !== void 0 && func0.call(data, "unchanged")) {
            let data8 = data.unchanged;
            if (Array.isArray(data8)) {
              if (data8.length > 64) {
                let err24 = { instancePath: instancePath + "/unchanged", schemaPath: "#/$defs/globs/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err24), errors++;
              }
              if (data8.length < 1) {
                let err25 = { instancePath: instancePath + "/unchanged", schemaPath: "#/$defs/globs/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err25), errors++;
              }
              let len1 = data8.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data9 = data8[i1];
                if (typeof data9 == "string") {
                  if (func77(data9) > 1024) {
                    let err26 = { instancePath: instancePath + "/unchanged/" + i1, schemaPath: "#/$defs/globs/items/maxLength", keyword: "maxLength", params: { limit: 1024 } };
                    vErrors = add(vErrors, err26), errors++;
                  }
                  if (func77(data9) < 1) {
                    let err27 = { instancePath: instancePath + "/unchanged/" + i1, schemaPath: "#/$defs/globs/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err27), errors++;
                  }
                } else {
                  let err28 = { instancePath: instancePath + "/unchanged/" + i1, schemaPath: "#/$defs/globs/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err28), errors++;
                }
              }
            } else {
              let err29 = { instancePath: instancePath + "/unchanged", schemaPath: "#/$defs/globs/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err29), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate64.errors = vErrors, errors === 0;
      }
      validate64.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema108 = { type: "object", additionalProperties: !1, required: ["kind", "provider", "model"], properties: { kind: { const: "model" }, provider: { type: "string", minLength: 1, maxLength: 214, description: "openai-compatible, openai, openai-chat, anthropic, or the package of an AI SDK provider" }, model: { type: "string", minLength: 1, maxLength: 256 }, base_url: { type: "string", pattern: "^https?://", maxLength: 2048 }, api_key_env: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$", description: "Environment variable that holds the key: a key itself is never in a task file" }, temperature: { type: "number", minimum: 0, maximum: 2 }, seed: { type: "integer" }, tools: { type: "boolean", description: "Offer tools to the model (default true)" }, output: { enum: ["tool", "json-schema", "text"], description: "How the model states its proposal (default: tool, then text)" }, maximum_turns: { type: "integer", minimum: 1, maximum: 200, description: "Answers of the model in one invocation (default 24)" }, retries: { type: "integer", minimum: 0, maximum: 10, description: "Of one request that failed for a reason that passes (default 4)" }, timeout_ms: { $ref: "#/$defs/milliseconds" } } }, pattern18 = new RegExp("^https?://", "u"), pattern19 = new RegExp("^[A-Za-z_][A-Za-z0-9_]{0,127}$", "u");
      function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate69.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.kind === void 0 || !func0.call(data, "kind")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kind" } }), errors++), (data.provider === void 0 || !func0.call(data, "provider")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "provider" } }), errors++), (data.model === void 0 || !func0.call(data, "model")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "model" } }), errors++);
          for (let key0 of Object.keys(data))
            func0.call(schema108.properties, key0) || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "model") {
            let err4 = { instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "model" } };
            vErrors = add(vErrors, err4), errors++;
          }
          if (data.provider !== void 0 && func0.call(data, "provider")) {
            let data1 = data.provider;
            if (typeof data1 == "string") {
              if (func77(data1) > 214) {
                let err5 = { instancePath: instancePath + "/provider", schemaPath: "#/properties/provider/maxLength", keyword: "maxLength", params: { limit: 214 } };
                vErrors = add(vErrors, err5), errors++;
              }
              if (func77(data1) < 1) {
                let err6 = { instancePath: instancePath + "/provider", schemaPath: "#/properties/provider/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err6), errors++;
              }
            } else {
              let err7 = { instancePath: instancePath + "/provider", schemaPath: "#/properties/provider/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err7), errors++;
            }
          }
          if (data.model !== void 0 && func0.call(data, "model")) {
            let data2 = data.model;
            if (typeof data2 == "string") {
              if (func77(data2) > 256) {
                let err8 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err8), errors++;
              }
              if (func77(data2) < 1) {
                let err9 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err9), errors++;
              }
            } else {
              let err10 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.base_url !== void 0 && func0.call(data, "base_url")) {
            let data3 = data.base_url;
            if (typeof data3 == "string") {
              if (func77(data3) > 2048) {
                let err11 = { instancePath: instancePath + "/base_url", schemaPath: "#/properties/base_url/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                vErrors = add(vErrors, err11), errors++;
              }
              if (!pattern18.test(data3)) {
                let err12 = { instancePath: instancePath + "/base_url", schemaPath: "#/properties/base_url/pattern", keyword: "pattern", params: { pattern: "^https?://" } };
                vErrors = add(vErrors, err12), errors++;
              }
            } else {
              let err13 = { instancePath: instancePath + "/base_url", schemaPath: "#/properties/base_url/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err13), errors++;
            }
          }
          if (data.api_key_env !== void 0 && func0.call(data, "api_key_env")) {
            let data4 = data.api_key_env;
            if (typeof data4 == "string") {
              if (!pattern19.test(data4)) {
                let err14 = { instancePath: instancePath + "/api_key_env", schemaPath: "#/properties/api_key_env/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$" } };
                vErrors = add(vErrors, err14), errors++;
              }
            } else {
              let err15 = { instancePath: instancePath + "/api_key_env", schemaPath: "#/properties/api_key_env/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err15), errors++;
            }
          }
          if (data.temperature !== void 0 && func0.call(data, "temperature")) {
            let data5 = data.temperature;
            if (typeof data5 == "number" && isFinite(data5)) {
              if (data5 > 2 || isNaN(data5)) {
                let err16 = { instancePath: instancePath + "/temperature", schemaPath: "#/properties/temperature/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2 } };
                vErrors = add(vErrors, err16), errors++;
              }
              if (data5 < 0 || isNaN(data5)) {
                let err17 = { instancePath: instancePath + "/temperature", schemaPath: "#/properties/temperature/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                vErrors = add(vErrors, err17), errors++;
              }
            } else {
              let err18 = { instancePath: instancePath + "/temperature", schemaPath: "#/properties/temperature/type", keyword: "type", params: { type: "number" } };
              vErrors = add(vErrors, err18), errors++;
            }
          }
          if (data.seed !== void 0 && func0.call(data, "seed")) {
            let data6 = data.seed;
            if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
              let err19 = { instancePath: instancePath + "/seed", schemaPath: "#/properties/seed/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err19), errors++;
            }
          }
          if (data.tools !== void 0 && func0.call(data, "tools") && typeof data.tools != "boolean") {
            let err20 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/type", keyword: "type", params: { type: "boolean" } };
            vErrors = add(vErrors, err20), errors++;
          }
          if (data.output !== void 0 && func0.call(data, "output")) {
            let data8 = data.output;
            if (!(data8 === "tool" || data8 === "json-schema" || data8 === "text")) {
              let err21 = { instancePath: instancePath + "/output", schemaPath: "#/properties/output/enum", keyword: "enum", params: { allowedValues: schema108.properties.output.enum } };
              vErrors = add(vErrors, err21), errors++;
            }
          }
          if (data.maximum_turns !== void 0 && func0.call(data, "maximum_turns")) {
            let data9 = data.maximum_turns;
            if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9))) {
              let err22 = { instancePath: instancePath + "/maximum_turns", schemaPath: "#/properties/maximum_turns/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err22), errors++;
            }
            if (typeof data9 == "number" && isFinite(data9)) {
              if (data9 > 200 || isNaN(data9)) {
                let err23 = { instancePath: instancePath + "/maximum_turns", schemaPath: "#/properties/maximum_turns/maximum", keyword: "maximum", params: { comparison: "<=", limit: 200 } };
                vErrors = add(vErrors, err23), errors++;
              }
              if (data9 < 1 || isNaN(data9)) {
                let err24 = { instancePath: instancePath + "/maximum_turns", schemaPath: "#/properties/maximum_turns/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                vErrors = add(vErrors, err24), errors++;
              }
            }
          }
          if (data.retries !== void 0 && func0.call(data, "retries")) {
            let data10 = data.retries;
            if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
              let err25 = { instancePath: instancePath + "/retries", schemaPath: "#/properties/retries/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err25), errors++;
            }
            if (typeof data10 == "number" && isFinite(data10)) {
              if (data10 > 10 || isNaN(data10)) {
                let err26 = { instancePath: instancePath + "/retries", schemaPath: "#/properties/retries/maximum", keyword: "maximum", params: { comparison: "<=", limit: 10 } };
                vErrors = add(vErrors, err26), errors++;
              }
              if (data10 < 0 || isNaN(data10)) {
                let err27 = { instancePath: instancePath + "/retries", schemaPath: "#/properties/retries/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                vErrors = add(vErrors, err27), errors++;
              }
            }
          }
          if (data.timeout_ms !== void 0 && func0.call(data, "timeout_ms")) {
            let data11 = data.timeout_ms;
            if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
              let err28 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err28), errors++;
            }
            if (typeof data11 == "number" && isFinite(data11)) {
              if (data11 > 864e5 || isNaN(data11)) {
                let err29 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 864e5 } };
                vErrors = add(vErrors, err29), errors++;
              }
              if (data11 < 1 || isNaN(data11)) {
                let err30 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                vErrors = add(vErrors, err30), errors++;
              }
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate69.errors = vErrors, errors === 0;
      }
      validate69.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema110 = { type: "object", additionalProperties: !1, required: ["kind"], oneOf: [{ required: ["command"] }, { required: ["profile"] }], properties: { kind: { const: "command" }, command: { $ref: "#/$defs/argv" }, profile: { enum: ["claude", "codex", "gemini", "pi"], description: "How to call an agent that is installed" }, model: { type: "string", minLength: 1, maxLength: 256 }, arguments: { type: "array", maxItems: 64, items: { type: "string", maxLength: 8192 }, description: "More arguments for the profile's command" }, protocol: { enum: ["once", "lines"], description: "once: one JSON on stdin, a proposal on stdout; lines: requests for tools in between (default once)" }, edits: { type: "boolean", description: "True: what it changed in its private copy of the workspace is proposed with its answer (default false)" }, pass_env: { type: "array", maxItems: 64, items: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$" }, description: "Environment variables that the command gets besides the usual ones" }, timeout_ms: { $ref: "#/$defs/milliseconds" } } };
      function validate71(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate71.evaluated;
        evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0);
        let _errs1 = errors, valid0 = !1, passing0 = null, _errs2 = errors;
        data && typeof data == "object" && !Array.isArray(data) && (data.command === void 0 || !func0.call(data, "command")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "command" } }), errors++);
        var _valid0 = _errs2 === errors;
        _valid0 && (valid0 = !0, passing0 = 0);
        let _errs3 = errors;
        data && typeof data == "object" && !Array.isArray(data) && (data.profile === void 0 || !func0.call(data, "profile")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "profile" } }), errors++);
        var _valid0 = _errs3 === errors;
        if (_valid0 && valid0 ? (valid0 = !1, passing0 = [passing0, 1]) : _valid0 && (valid0 = !0, passing0 = 1), valid0 ? (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = Math.min(vErrors.length, _errs1) : vErrors = null)) : (vErrors = add(vErrors, { instancePath, schemaPath: "#/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 } }), errors++), data && typeof data == "object" && !Array.isArray(data)) {
          (data.kind === void 0 || !func0.call(data, "kind")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kind" } }), errors++);
          for (let key0 of Object.keys(data))
            func0.call(schema110.properties, key0) || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "command") {
            let err5 = { instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "command" } };
            vErrors = add(vErrors, err5), errors++;
          }
          if (data.command !== void 0 && func0.call(data, "command")) {
            let data1 = data.command;
            if (Array.isArray(data1)) {
              if (data1.length > 256) {
                let err6 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/argv/maxItems", keyword: "maxItems", params: { limit: 256 } };
                vErrors = add(vErrors, err6), errors++;
              }
              if (data1.length < 1) {
                let err7 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/argv/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err7), errors++;
              }
              let len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data2 = data1[i0];
                if (typeof data2 == "string") {
                  if (func77(data2) > 8192) {
                    let err8 = { instancePath: instancePath + "/command/" + i0, schemaPath: "#/$defs/argv/items/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                    vErrors = add(vErrors, err8), errors++;
                  }
                } else {
                  let err9 = { instancePath: instancePath + "/command/" + i0, schemaPath: "#/$defs/argv/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err9), errors++;
                }
              }
            } else {
              let err10 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/argv/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
          if (data.profile !== void 0 && func0.call(data, "profile")) {
            let data3 = data.profile;
            if (!(data3 === "claude" || data3 === "codex" || data3 === "gemini" || data3 === "pi")) {
              let err11 = { instancePath: instancePath + "/profile", schemaPath: "#/properties/profile/enum", keyword: "enum", params: { allowedValues: schema110.properties.profile.enum } };
              vErrors = add(vErrors, err11), errors++;
            }
          }
          if (data.model !== void 0 && func0.call(data, "model")) {
            let data4 = data.model;
            if (typeof data4 == "string") {
              if (func77(data4) > 256) {
                let err12 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/maxLength", keyword: "maxLength", params: { limit: 256 } };
                vErrors = add(vErrors, err12), errors++;
              }
              if (func77(data4) < 1) {
                let err13 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err13), errors++;
              }
            } else {
              let err14 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.arguments !== void 0 && func0.call(data, "arguments")) {
            let data5 = data.arguments;
            if (Array.isArray(data5)) {
              if (data5.length > 64) {
                let err15 = { instancePath: instancePath + "/arguments", schemaPath: "#/properties/arguments/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err15), errors++;
              }
              let len1 = data5.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data6 = data5[i1];
                if (typeof data6 == "string") {
                  if (func77(data6) > 8192) {
                    let err16 = { instancePath: instancePath + "/arguments/" + i1, schemaPath: "#/properties/arguments/items/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                    vErrors = add(vErrors, err16), errors++;
                  }
                } else {
                  let err17 = { instancePath: instancePath + "/arguments/" + i1, schemaPath: "#/properties/arguments/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err17), errors++;
                }
              }
            } else {
              let err18 = { instancePath: instancePath + "/arguments", schemaPath: "#/properties/arguments/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err18), errors++;
            }
          }
          if (data.protocol !== void 0 && func0.call(data, "protocol")) {
            let data7 = data.protocol;
            if (!(data7 === "once" || data7 === "lines")) {
              let err19 = { instancePath: instancePath + "/protocol", schemaPath: "#/properties/protocol/enum", keyword: "enum", params: { allowedValues: schema110.properties.protocol.enum } };
              vErrors = add(vErrors, err19), errors++;
            }
          }
          if (data.edits !== void 0 && func0.call(data, "edits") && typeof data.edits != "boolean") {
            let err20 = { instancePath: instancePath + "/edits", schemaPath: "#/properties/edits/type", keyword: "type", params: { type: "boolean" } };
            vErrors = add(vErrors, err20), errors++;
          }
          if (data.pass_env !== void 0 && func0.call(data, "pass_env")) {
            let data9 = data.pass_env;
            if (Array.isArray(data9)) {
              if (data9.length > 64) {
                let err21 = { instancePath: instancePath + "/pass_env", schemaPath: "#/properties/pass_env/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err21), errors++;
              }
              let len2 = data9.length;
              for (let i2 = 0; i2 < len2; i2++) {
                let data10 = data9[i2];
                if (typeof data10 == "string") {
                  if (!pattern19.test(data10)) {
                    let err22 = { instancePath: instancePath + "/pass_env/" + i2, schemaPath: "#/properties/pass_env/items/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}$" } };
                    vErrors = add(vErrors, err22), errors++;
                  }
                } else {
                  let err23 = { instancePath: instancePath + "/pass_env/" + i2, schemaPath: "#/properties/pass_env/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err23), errors++;
                }
              }
            } else {
              let err24 = { instancePath: instancePath + "/pass_env", schemaPath: "#/properties/pass_env/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err24), errors++;
            }
          }
          if (data.timeout_ms !== void 0 && func0.call(data, "timeout_ms")) {
            let data11 = data.timeout_ms;
            if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
              let err25 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err25), errors++;
            }
            if (typeof data11 == "number" && isFinite(data11)) {
              if (data11 > 864e5 || isNaN(data11)) {
                let err26 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 864e5 } };
                vErrors = add(vErrors, err26), errors++;
              }
              if (data11 < 1 || isNaN(data11)) {
                let err27 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                vErrors = add(vErrors, err27), errors++;
              }
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate71.errors = vErrors, errors === 0;
      }
      validate71.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate68(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate68.evaluated;
        evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0);
        let _errs0 = errors, valid0 = !1, _errs1 = errors;
        validate69(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate69.errors), errors += validate69.errors.length);
        var _valid0 = _errs1 === errors;
        if (valid0 = valid0 || _valid0, _valid0)
          var props0 = !0;
        let _errs2 = errors;
        validate71(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate71.errors), errors += validate71.errors.length);
        var _valid0 = _errs2 === errors;
        valid0 = valid0 || _valid0, _valid0 && props0 !== !0 && (props0 = !0);
        let _errs3 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          (data.kind === void 0 || !func0.call(data, "kind")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/$defs/personExecutor/required", keyword: "required", params: { missingProperty: "kind" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 !== "kind" && (vErrors = add(vErrors, { instancePath, schemaPath: "#/$defs/personExecutor/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "person") {
            let err2 = { instancePath: instancePath + "/kind", schemaPath: "#/$defs/personExecutor/properties/kind/const", keyword: "const", params: { allowedValue: "person" } };
            vErrors = add(vErrors, err2), errors++;
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/$defs/personExecutor/type", keyword: "type", params: { type: "object" } }), errors++;
        var _valid0 = _errs3 === errors;
        valid0 = valid0 || _valid0, _valid0 && props0 !== !0 && (props0 = !0);
        let _errs8 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          (data.kind === void 0 || !func0.call(data, "kind")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/$defs/replayExecutor/required", keyword: "required", params: { missingProperty: "kind" } }), errors++), (data.cassette === void 0 || !func0.call(data, "cassette")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/$defs/replayExecutor/required", keyword: "required", params: { missingProperty: "cassette" } }), errors++);
          for (let key1 of Object.keys(data))
            key1 === "kind" || key1 === "cassette" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/$defs/replayExecutor/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } }), errors++);
          if (data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "replay") {
            let err7 = { instancePath: instancePath + "/kind", schemaPath: "#/$defs/replayExecutor/properties/kind/const", keyword: "const", params: { allowedValue: "replay" } };
            vErrors = add(vErrors, err7), errors++;
          }
          if (data.cassette !== void 0 && func0.call(data, "cassette")) {
            let data2 = data.cassette;
            if (typeof data2 == "string") {
              if (func77(data2) > 4096) {
                let err8 = { instancePath: instancePath + "/cassette", schemaPath: "#/$defs/replayExecutor/properties/cassette/maxLength", keyword: "maxLength", params: { limit: 4096 } };
                vErrors = add(vErrors, err8), errors++;
              }
              if (func77(data2) < 1) {
                let err9 = { instancePath: instancePath + "/cassette", schemaPath: "#/$defs/replayExecutor/properties/cassette/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err9), errors++;
              }
            } else {
              let err10 = { instancePath: instancePath + "/cassette", schemaPath: "#/$defs/replayExecutor/properties/cassette/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err10), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/$defs/replayExecutor/type", keyword: "type", params: { type: "object" } }), errors++;
        var _valid0 = _errs8 === errors;
        return valid0 = valid0 || _valid0, _valid0 && props0 !== !0 && (props0 = !0), valid0 ? (errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = Math.min(vErrors.length, _errs0) : vErrors = null)) : (vErrors = add(vErrors, { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {} }), errors++), validate68.errors = vErrors, evaluated0.props = props0, errors === 0;
      }
      validate68.evaluated = { dynamicProps: !0, dynamicItems: !1 };
      var schema115 = { type: "object", additionalProperties: !1, required: ["executor"], properties: { executor: { $ref: "#/$defs/name" }, phase: { enum: ["plan", "work", "resolve", "answer", "verify"], description: "plan: the first invocation of a task; resolve: with joined children; verify: as verifier of others' claims" }, minimum_depth: { type: "integer", minimum: 0, maximum: 64 }, maximum_depth: { type: "integer", minimum: 0, maximum: 64 } } };
      function validate74(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate74.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.executor === void 0 || !func0.call(data, "executor")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "executor" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "executor" || key0 === "phase" || key0 === "minimum_depth" || key0 === "maximum_depth" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.executor !== void 0 && func0.call(data, "executor")) {
            let data0 = data.executor;
            if (typeof data0 == "string") {
              if (!pattern16.test(data0)) {
                let err2 = { instancePath: instancePath + "/executor", schemaPath: "#/$defs/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_-]{0,63}$" } };
                vErrors = add(vErrors, err2), errors++;
              }
            } else {
              let err3 = { instancePath: instancePath + "/executor", schemaPath: "#/$defs/name/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err3), errors++;
            }
          }
          if (data.phase !== void 0 && func0.call(data, "phase")) {
            let data1 = data.phase;
            if (!(data1 === "plan" || data1 === "work" || data1 === "resolve" || data1 === "answer" || data1 === "verify")) {
              let err4 = { instancePath: instancePath + "/phase", schemaPath: "#/properties/phase/enum", keyword: "enum", params: { allowedValues: schema115.properties.phase.enum } };
              vErrors = add(vErrors, err4), errors++;
            }
          }
          if (data.minimum_depth !== void 0 && func0.call(data, "minimum_depth")) {
            let data2 = data.minimum_depth;
            if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
              let err5 = { instancePath: instancePath + "/minimum_depth", schemaPath: "#/properties/minimum_depth/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err5), errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 64 || isNaN(data2)) {
                let err6 = { instancePath: instancePath + "/minimum_depth", schemaPath: "#/properties/minimum_depth/maximum", keyword: "maximum", params: { comparison: "<=", limit: 64 } };
                vErrors = add(vErrors, err6), errors++;
              }
              if (data2 < 0 || isNaN(data2)) {
                let err7 = { instancePath: instancePath + "/minimum_depth", schemaPath: "#/properties/minimum_depth/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                vErrors = add(vErrors, err7), errors++;
              }
            }
          }
          if (data.maximum_depth !== void 0 && func0.call(data, "maximum_depth")) {
            let data3 = data.maximum_depth;
            if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
              let err8 = { instancePath: instancePath + "/maximum_depth", schemaPath: "#/properties/maximum_depth/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err8), errors++;
            }
            if (typeof data3 == "number" && isFinite(data3)) {
              if (data3 > 64 || isNaN(data3)) {
                let err9 = { instancePath: instancePath + "/maximum_depth", schemaPath: "#/properties/maximum_depth/maximum", keyword: "maximum", params: { comparison: "<=", limit: 64 } };
                vErrors = add(vErrors, err9), errors++;
              }
              if (data3 < 0 || isNaN(data3)) {
                let err10 = { instancePath: instancePath + "/maximum_depth", schemaPath: "#/properties/maximum_depth/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                vErrors = add(vErrors, err10), errors++;
              }
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate74.errors = vErrors, errors === 0;
      }
      validate74.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate76(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate76.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.command === void 0 || !func0.call(data, "command")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "command" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "command" || key0 === "timeout_ms" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.command !== void 0 && func0.call(data, "command")) {
            let data0 = data.command;
            if (Array.isArray(data0)) {
              if (data0.length > 256) {
                let err2 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/argv/maxItems", keyword: "maxItems", params: { limit: 256 } };
                vErrors = add(vErrors, err2), errors++;
              }
              if (data0.length < 1) {
                let err3 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/argv/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err3), errors++;
              }
              let len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data1 = data0[i0];
                if (typeof data1 == "string") {
                  if (func77(data1) > 8192) {
                    let err4 = { instancePath: instancePath + "/command/" + i0, schemaPath: "#/$defs/argv/items/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                    vErrors = add(vErrors, err4), errors++;
                  }
                } else {
                  let err5 = { instancePath: instancePath + "/command/" + i0, schemaPath: "#/$defs/argv/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err5), errors++;
                }
              }
            } else {
              let err6 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/argv/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err6), errors++;
            }
          }
          if (data.timeout_ms !== void 0 && func0.call(data, "timeout_ms")) {
            let data2 = data.timeout_ms;
            if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
              let err7 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err7), errors++;
            }
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 864e5 || isNaN(data2)) {
                let err8 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 864e5 } };
                vErrors = add(vErrors, err8), errors++;
              }
              if (data2 < 1 || isNaN(data2)) {
                let err9 = { instancePath: instancePath + "/timeout_ms", schemaPath: "#/$defs/milliseconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                vErrors = add(vErrors, err9), errors++;
              }
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate76.errors = vErrors, errors === 0;
      }
      validate76.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema123 = { type: "object", additionalProperties: !1, properties: { group_by: { enum: ["file", "directory"], description: "What a part keeps together when the work is cut: a file, or all files of one directory" }, ignore: { $ref: "#/$defs/globs" } } };
      function validate78(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate78.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          for (let key0 of Object.keys(data))
            key0 === "group_by" || key0 === "ignore" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.group_by !== void 0 && func0.call(data, "group_by")) {
            let data0 = data.group_by;
            if (!(data0 === "file" || data0 === "directory")) {
              let err1 = { instancePath: instancePath + "/group_by", schemaPath: "#/properties/group_by/enum", keyword: "enum", params: { allowedValues: schema123.properties.group_by.enum } };
              vErrors = add(vErrors, err1), errors++;
            }
          }
          if (data.ignore !== void 0 && func0.call(data, "ignore")) {
            let data1 = data.ignore;
            if (Array.isArray(data1)) {
              if (data1.length > 64) {
                let err2 = { instancePath: instancePath + "/ignore", schemaPath: "#/$defs/globs/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err2), errors++;
              }
              if (data1.length < 1) {
                let err3 = { instancePath: instancePath + "/ignore", schemaPath: "#/$defs/globs/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err3), errors++;
              }
              let len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data2 = data1[i0];
                if (typeof data2 == "string") {
                  if (func77(data2) > 1024) {
                    let err4 = { instancePath: instancePath + "/ignore/" + i0, schemaPath: "#/$defs/globs/items/maxLength", keyword: "maxLength", params: { limit: 1024 } };
                    vErrors = add(vErrors, err4), errors++;
                  }
                  if (func77(data2) < 1) {
                    let err5 = { instancePath: instancePath + "/ignore/" + i0, schemaPath: "#/$defs/globs/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err5), errors++;
                  }
                } else {
                  let err6 = { instancePath: instancePath + "/ignore/" + i0, schemaPath: "#/$defs/globs/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err6), errors++;
                }
              }
            } else {
              let err7 = { instancePath: instancePath + "/ignore", schemaPath: "#/$defs/globs/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err7), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate78.errors = vErrors, errors === 0;
      }
      validate78.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate49(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate49.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.task === void 0 || !func0.call(data, "task")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "task" } }), errors++), (data.objective === void 0 || !func0.call(data, "objective")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "objective" } }), errors++), (data.requirements === void 0 || !func0.call(data, "requirements")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "requirements" } }), errors++), (data.budget === void 0 || !func0.call(data, "budget")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "budget" } }), errors++);
          for (let key0 of Object.keys(data))
            func0.call(schema85.properties, key0) || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.task !== void 0 && func0.call(data, "task")) {
            let data0 = data.task;
            if (typeof data0 == "string") {
              if (!pattern11.test(data0)) {
                let err5 = { instancePath: instancePath + "/task", schemaPath: "#/properties/task/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_-]{1,64}$" } };
                vErrors = add(vErrors, err5), errors++;
              }
            } else {
              let err6 = { instancePath: instancePath + "/task", schemaPath: "#/properties/task/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err6), errors++;
            }
          }
          if (data.objective !== void 0 && func0.call(data, "objective")) {
            let data1 = data.objective;
            if (typeof data1 == "string") {
              if (func77(data1) > 8192) {
                let err7 = { instancePath: instancePath + "/objective", schemaPath: "#/properties/objective/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                vErrors = add(vErrors, err7), errors++;
              }
              if (func77(data1) < 1) {
                let err8 = { instancePath: instancePath + "/objective", schemaPath: "#/properties/objective/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err8), errors++;
              }
            } else {
              let err9 = { instancePath: instancePath + "/objective", schemaPath: "#/properties/objective/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err9), errors++;
            }
          }
          if (data.workspace !== void 0 && func0.call(data, "workspace")) {
            let data2 = data.workspace;
            if (typeof data2 == "string") {
              if (func77(data2) > 4096) {
                let err10 = { instancePath: instancePath + "/workspace", schemaPath: "#/properties/workspace/maxLength", keyword: "maxLength", params: { limit: 4096 } };
                vErrors = add(vErrors, err10), errors++;
              }
              if (func77(data2) < 1) {
                let err11 = { instancePath: instancePath + "/workspace", schemaPath: "#/properties/workspace/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err11), errors++;
              }
            } else {
              let err12 = { instancePath: instancePath + "/workspace", schemaPath: "#/properties/workspace/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.requirements !== void 0 && func0.call(data, "requirements")) {
            let data3 = data.requirements;
            if (Array.isArray(data3)) {
              if (data3.length > 500) {
                let err13 = { instancePath: instancePath + "/requirements", schemaPath: "#/properties/requirements/maxItems", keyword: "maxItems", params: { limit: 500 } };
                vErrors = add(vErrors, err13), errors++;
              }
              let len0 = data3.length;
              for (let i0 = 0; i0 < len0; i0++)
                validate50(data3[i0], { instancePath: instancePath + "/requirements/" + i0, parentData: data3, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate50.errors), errors += validate50.errors.length);
            } else {
              let err14 = { instancePath: instancePath + "/requirements", schemaPath: "#/properties/requirements/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.invariants !== void 0 && func0.call(data, "invariants")) {
            let data5 = data.invariants;
            if (Array.isArray(data5)) {
              if (data5.length > 200) {
                let err15 = { instancePath: instancePath + "/invariants", schemaPath: "#/properties/invariants/maxItems", keyword: "maxItems", params: { limit: 200 } };
                vErrors = add(vErrors, err15), errors++;
              }
              let len1 = data5.length;
              for (let i1 = 0; i1 < len1; i1++)
                validate62(data5[i1], { instancePath: instancePath + "/invariants/" + i1, parentData: data5, parentDataProperty: i1, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate62.errors), errors += validate62.errors.length);
            } else {
              let err16 = { instancePath: instancePath + "/invariants", schemaPath: "#/properties/invariants/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err16), errors++;
            }
          }
          if (data.checks !== void 0 && func0.call(data, "checks")) {
            let data7 = data.checks;
            if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
              if (Object.keys(data7).length > 200) {
                let err17 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/maxProperties", keyword: "maxProperties", params: { limit: 200 } };
                vErrors = add(vErrors, err17), errors++;
              }
              for (let key1 of Object.keys(data7)) {
                let _errs16 = errors;
                if (typeof key1 == "string" && !pattern15.test(key1)) {
                  let err18 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.-]{1,128}$" }, propertyName: key1 };
                  vErrors = add(vErrors, err18), errors++;
                }
                var valid5 = _errs16 === errors;
                if (!valid5) {
                  let err19 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/propertyNames", keyword: "propertyNames", params: { propertyName: key1 } };
                  vErrors = add(vErrors, err19), errors++;
                }
              }
              for (let key2 of Object.keys(data7))
                validate64(data7[key2], { instancePath: instancePath + "/checks/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data7, parentDataProperty: key2, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate64.errors), errors += validate64.errors.length);
            } else {
              let err20 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err20), errors++;
            }
          }
          if (data.budget !== void 0 && func0.call(data, "budget")) {
            let data9 = data.budget;
            if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
              if (data9.context_tokens === void 0 || !func0.call(data9, "context_tokens")) {
                let err21 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "context_tokens" } };
                vErrors = add(vErrors, err21), errors++;
              }
              if (data9.output_tokens === void 0 || !func0.call(data9, "output_tokens")) {
                let err22 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                vErrors = add(vErrors, err22), errors++;
              }
              if (data9.maximum_children === void 0 || !func0.call(data9, "maximum_children")) {
                let err23 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "maximum_children" } };
                vErrors = add(vErrors, err23), errors++;
              }
              if (data9.maximum_depth === void 0 || !func0.call(data9, "maximum_depth")) {
                let err24 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "maximum_depth" } };
                vErrors = add(vErrors, err24), errors++;
              }
              for (let key3 of Object.keys(data9))
                if (!(key3 === "context_tokens" || key3 === "output_tokens" || key3 === "maximum_children" || key3 === "maximum_depth" || key3 === "remaining_invocations" || key3 === "remaining_wall_time_ms")) {
                  let err25 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 } };
                  vErrors = add(vErrors, err25), errors++;
                }
              if (data9.context_tokens !== void 0 && func0.call(data9, "context_tokens")) {
                let data10 = data9.context_tokens;
                if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
                  let err26 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/$defs/budget/properties/context_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err26), errors++;
                }
                if (typeof data10 == "number" && isFinite(data10)) {
                  if (data10 > 9007199254740991 || isNaN(data10)) {
                    let err27 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/$defs/budget/properties/context_tokens/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } };
                    vErrors = add(vErrors, err27), errors++;
                  }
                  if (data10 < 1 || isNaN(data10)) {
                    let err28 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/$defs/budget/properties/context_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                    vErrors = add(vErrors, err28), errors++;
                  }
                }
              }
              if (data9.output_tokens !== void 0 && func0.call(data9, "output_tokens")) {
                let data11 = data9.output_tokens;
                if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
                  let err29 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/$defs/budget/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err29), errors++;
                }
                if (typeof data11 == "number" && isFinite(data11)) {
                  if (data11 > 9007199254740991 || isNaN(data11)) {
                    let err30 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/$defs/budget/properties/output_tokens/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } };
                    vErrors = add(vErrors, err30), errors++;
                  }
                  if (data11 < 1 || isNaN(data11)) {
                    let err31 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/$defs/budget/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                    vErrors = add(vErrors, err31), errors++;
                  }
                }
              }
              if (data9.maximum_children !== void 0 && func0.call(data9, "maximum_children")) {
                let data12 = data9.maximum_children;
                if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                  let err32 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/$defs/budget/properties/maximum_children/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err32), errors++;
                }
                if (typeof data12 == "number" && isFinite(data12)) {
                  if (data12 > 1e3 || isNaN(data12)) {
                    let err33 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/$defs/budget/properties/maximum_children/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 } };
                    vErrors = add(vErrors, err33), errors++;
                  }
                  if (data12 < 0 || isNaN(data12)) {
                    let err34 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/$defs/budget/properties/maximum_children/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                    vErrors = add(vErrors, err34), errors++;
                  }
                }
              }
              if (data9.maximum_depth !== void 0 && func0.call(data9, "maximum_depth")) {
                let data13 = data9.maximum_depth;
                if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13))) {
                  let err35 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/$defs/budget/properties/maximum_depth/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err35), errors++;
                }
                if (typeof data13 == "number" && isFinite(data13)) {
                  if (data13 > 64 || isNaN(data13)) {
                    let err36 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/$defs/budget/properties/maximum_depth/maximum", keyword: "maximum", params: { comparison: "<=", limit: 64 } };
                    vErrors = add(vErrors, err36), errors++;
                  }
                  if (data13 < 0 || isNaN(data13)) {
                    let err37 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/$defs/budget/properties/maximum_depth/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                    vErrors = add(vErrors, err37), errors++;
                  }
                }
              }
              if (data9.remaining_invocations !== void 0 && func0.call(data9, "remaining_invocations")) {
                let data14 = data9.remaining_invocations;
                if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14) && isFinite(data14)) && data14 !== null) {
                  let err38 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/$defs/budget/properties/remaining_invocations/type", keyword: "type", params: { type: schema104.properties.remaining_invocations.type } };
                  vErrors = add(vErrors, err38), errors++;
                }
                if (typeof data14 == "number" && isFinite(data14)) {
                  if (data14 > 9007199254740991 || isNaN(data14)) {
                    let err39 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/$defs/budget/properties/remaining_invocations/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } };
                    vErrors = add(vErrors, err39), errors++;
                  }
                  if (data14 < 0 || isNaN(data14)) {
                    let err40 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/$defs/budget/properties/remaining_invocations/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                    vErrors = add(vErrors, err40), errors++;
                  }
                }
              }
              if (data9.remaining_wall_time_ms !== void 0 && func0.call(data9, "remaining_wall_time_ms")) {
                let data15 = data9.remaining_wall_time_ms;
                if (!(typeof data15 == "number" && !(data15 % 1) && !isNaN(data15) && isFinite(data15)) && data15 !== null) {
                  let err41 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/$defs/budget/properties/remaining_wall_time_ms/type", keyword: "type", params: { type: schema104.properties.remaining_wall_time_ms.type } };
                  vErrors = add(vErrors, err41), errors++;
                }
                if (typeof data15 == "number" && isFinite(data15)) {
                  if (data15 > 9007199254740991 || isNaN(data15)) {
                    let err42 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/$defs/budget/properties/remaining_wall_time_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } };
                    vErrors = add(vErrors, err42), errors++;
                  }
                  if (data15 < 0 || isNaN(data15)) {
                    let err43 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/$defs/budget/properties/remaining_wall_time_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                    vErrors = add(vErrors, err43), errors++;
                  }
                }
              }
            } else {
              let err44 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err44), errors++;
            }
          }
          if (data.executor !== void 0 && func0.call(data, "executor")) {
            let data16 = data.executor;
            if (typeof data16 == "string") {
              if (!pattern16.test(data16)) {
                let err45 = { instancePath: instancePath + "/executor", schemaPath: "#/$defs/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_-]{0,63}$" } };
                vErrors = add(vErrors, err45), errors++;
              }
            } else {
              let err46 = { instancePath: instancePath + "/executor", schemaPath: "#/$defs/name/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err46), errors++;
            }
          }
          if (data.executors !== void 0 && func0.call(data, "executors")) {
            let data17 = data.executors;
            if (data17 && typeof data17 == "object" && !Array.isArray(data17)) {
              if (Object.keys(data17).length > 32) {
                let err47 = { instancePath: instancePath + "/executors", schemaPath: "#/properties/executors/maxProperties", keyword: "maxProperties", params: { limit: 32 } };
                vErrors = add(vErrors, err47), errors++;
              }
              for (let key4 of Object.keys(data17)) {
                let _errs40 = errors;
                if (typeof key4 == "string") {
                  if (!pattern16.test(key4)) {
                    let err48 = { instancePath: instancePath + "/executors", schemaPath: "#/$defs/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_-]{0,63}$" }, propertyName: key4 };
                    vErrors = add(vErrors, err48), errors++;
                  }
                } else {
                  let err49 = { instancePath: instancePath + "/executors", schemaPath: "#/$defs/name/type", keyword: "type", params: { type: "string" }, propertyName: key4 };
                  vErrors = add(vErrors, err49), errors++;
                }
                var valid10 = _errs40 === errors;
                if (!valid10) {
                  let err50 = { instancePath: instancePath + "/executors", schemaPath: "#/properties/executors/propertyNames", keyword: "propertyNames", params: { propertyName: key4 } };
                  vErrors = add(vErrors, err50), errors++;
                }
              }
              for (let key5 of Object.keys(data17))
                validate68(data17[key5], { instancePath: instancePath + "/executors/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data17, parentDataProperty: key5, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate68.errors), errors += validate68.errors.length);
            } else {
              let err51 = { instancePath: instancePath + "/executors", schemaPath: "#/properties/executors/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err51), errors++;
            }
          }
          if (data.routes !== void 0 && func0.call(data, "routes")) {
            let data19 = data.routes;
            if (Array.isArray(data19)) {
              if (data19.length > 32) {
                let err52 = { instancePath: instancePath + "/routes", schemaPath: "#/properties/routes/maxItems", keyword: "maxItems", params: { limit: 32 } };
                vErrors = add(vErrors, err52), errors++;
              }
              let len2 = data19.length;
              for (let i2 = 0; i2 < len2; i2++)
                validate74(data19[i2], { instancePath: instancePath + "/routes/" + i2, parentData: data19, parentDataProperty: i2, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate74.errors), errors += validate74.errors.length);
            } else {
              let err53 = { instancePath: instancePath + "/routes", schemaPath: "#/properties/routes/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err53), errors++;
            }
          }
          if (data.commands !== void 0 && func0.call(data, "commands")) {
            let data21 = data.commands;
            if (data21 && typeof data21 == "object" && !Array.isArray(data21)) {
              if (Object.keys(data21).length > 64) {
                let err54 = { instancePath: instancePath + "/commands", schemaPath: "#/properties/commands/maxProperties", keyword: "maxProperties", params: { limit: 64 } };
                vErrors = add(vErrors, err54), errors++;
              }
              for (let key6 of Object.keys(data21)) {
                let _errs50 = errors;
                if (typeof key6 == "string") {
                  if (!pattern16.test(key6)) {
                    let err55 = { instancePath: instancePath + "/commands", schemaPath: "#/$defs/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_-]{0,63}$" }, propertyName: key6 };
                    vErrors = add(vErrors, err55), errors++;
                  }
                } else {
                  let err56 = { instancePath: instancePath + "/commands", schemaPath: "#/$defs/name/type", keyword: "type", params: { type: "string" }, propertyName: key6 };
                  vErrors = add(vErrors, err56), errors++;
                }
                var valid15 = _errs50 === errors;
                if (!valid15) {
                  let err57 = { instancePath: instancePath + "/commands", schemaPath: "#/properties/commands/propertyNames", keyword: "propertyNames", params: { propertyName: key6 } };
                  vErrors = add(vErrors, err57), errors++;
                }
              }
              for (let key7 of Object.keys(data21))
                validate76(data21[key7], { instancePath: instancePath + "/commands/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data21, parentDataProperty: key7, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate76.errors), errors += validate76.errors.length);
            } else {
              let err58 = { instancePath: instancePath + "/commands", schemaPath: "#/properties/commands/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err58), errors++;
            }
          }
          if (data.limits !== void 0 && func0.call(data, "limits")) {
            let data23 = data.limits;
            if (data23 && typeof data23 == "object" && !Array.isArray(data23)) {
              for (let key8 of Object.keys(data23))
                if (!(key8 === "tokens" || key8 === "cost")) {
                  let err59 = { instancePath: instancePath + "/limits", schemaPath: "#/$defs/limits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key8 } };
                  vErrors = add(vErrors, err59), errors++;
                }
              if (data23.tokens !== void 0 && func0.call(data23, "tokens")) {
                let data24 = data23.tokens;
                if (!(typeof data24 == "number" && !(data24 % 1) && !isNaN(data24) && isFinite(data24))) {
                  let err60 = { instancePath: instancePath + "/limits/tokens", schemaPath: "#/$defs/limits/properties/tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err60), errors++;
                }
                if (typeof data24 == "number" && isFinite(data24)) {
                  if (data24 > 9007199254740991 || isNaN(data24)) {
                    let err61 = { instancePath: instancePath + "/limits/tokens", schemaPath: "#/$defs/limits/properties/tokens/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } };
                    vErrors = add(vErrors, err61), errors++;
                  }
                  if (data24 < 1 || isNaN(data24)) {
                    let err62 = { instancePath: instancePath + "/limits/tokens", schemaPath: "#/$defs/limits/properties/tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                    vErrors = add(vErrors, err62), errors++;
                  }
                }
              }
              if (data23.cost !== void 0 && func0.call(data23, "cost")) {
                let data25 = data23.cost;
                if (typeof data25 == "number" && isFinite(data25)) {
                  if (data25 > 1e9 || isNaN(data25)) {
                    let err63 = { instancePath: instancePath + "/limits/cost", schemaPath: "#/$defs/limits/properties/cost/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e9 } };
                    vErrors = add(vErrors, err63), errors++;
                  }
                  if (data25 <= 0 || isNaN(data25)) {
                    let err64 = { instancePath: instancePath + "/limits/cost", schemaPath: "#/$defs/limits/properties/cost/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } };
                    vErrors = add(vErrors, err64), errors++;
                  }
                } else {
                  let err65 = { instancePath: instancePath + "/limits/cost", schemaPath: "#/$defs/limits/properties/cost/type", keyword: "type", params: { type: "number" } };
                  vErrors = add(vErrors, err65), errors++;
                }
              }
            } else {
              let err66 = { instancePath: instancePath + "/limits", schemaPath: "#/$defs/limits/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err66), errors++;
            }
          }
          if (data.prices !== void 0 && func0.call(data, "prices")) {
            let data26 = data.prices;
            if (data26 && typeof data26 == "object" && !Array.isArray(data26)) {
              if (Object.keys(data26).length > 64) {
                let err67 = { instancePath: instancePath + "/prices", schemaPath: "#/properties/prices/maxProperties", keyword: "maxProperties", params: { limit: 64 } };
                vErrors = add(vErrors, err67), errors++;
              }
              for (let key9 of Object.keys(data26)) {
                let _errs65 = errors;
                if (typeof key9 == "string" && func77(key9) > 256) {
                  let err68 = { instancePath: instancePath + "/prices", schemaPath: "#/properties/prices/propertyNames/maxLength", keyword: "maxLength", params: { limit: 256 }, propertyName: key9 };
                  vErrors = add(vErrors, err68), errors++;
                }
                var valid20 = _errs65 === errors;
                if (!valid20) {
                  let err69 = { instancePath: instancePath + "/prices", schemaPath: "#/properties/prices/propertyNames", keyword: "propertyNames", params: { propertyName: key9 } };
                  vErrors = add(vErrors, err69), errors++;
                }
              }
              for (let key10 of Object.keys(data26)) {
                let data27 = data26[key10];
                if (data27 && typeof data27 == "object" && !Array.isArray(data27)) {
                  if (data27.input === void 0 || !func0.call(data27, "input")) {
                    let err70 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/price/required", keyword: "required", params: { missingProperty: "input" } };
                    vErrors = add(vErrors, err70), errors++;
                  }
                  if (data27.output === void 0 || !func0.call(data27, "output")) {
                    let err71 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/price/required", keyword: "required", params: { missingProperty: "output" } };
                    vErrors = add(vErrors, err71), errors++;
                  }
                  for (let key11 of Object.keys(data27))
                    if (!(key11 === "input" || key11 === "output" || key11 === "cached_input")) {
                      let err72 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/price/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key11 } };
                      vErrors = add(vErrors, err72), errors++;
                    }
                  if (data27.input !== void 0 && func0.call(data27, "input")) {
                    let data28 = data27.input;
                    if (typeof data28 == "number" && isFinite(data28)) {
                      if (data28 > 1e6 || isNaN(data28)) {
                        let err73 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/input", schemaPath: "#/$defs/price/properties/input/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } };
                        vErrors = add(vErrors, err73), errors++;
                      }
                      if (data28 < 0 || isNaN(data28)) {
                        let err74 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/input", schemaPath: "#/$defs/price/properties/input/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                        vErrors = add(vErrors, err74), errors++;
                      }
                    } else {
                      let err75 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/input", schemaPath: "#/$defs/price/properties/input/type", keyword: "type", params: { type: "number" } };
                      vErrors = add(vErrors, err75), errors++;
                    }
                  }
                  if (data27.output !== void 0 && func0.call(data27, "output")) {
                    let data29 = data27.output;
                    if (typeof data29 == "number" && isFinite(data29)) {
                      if (data29 > 1e6 || isNaN(data29)) {
                        let err76 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/output", schemaPath: "#/$defs/price/properties/output/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } };
                        vErrors = add(vErrors, err76), errors++;
                      }
                      if (data29 < 0 || isNaN(data29)) {
                        let err77 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/output", schemaPath: "#/$defs/price/properties/output/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                        vErrors = add(vErrors, err77), errors++;
                      }
                    } else {
                      let err78 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/output", schemaPath: "#/$defs/price/properties/output/type", keyword: "type", params: { type: "number" } };
                      vErrors = add(vErrors, err78), errors++;
                    }
                  }
                  if (data27.cached_input !== void 0 && func0.call(data27, "cached_input")) {
                    let data30 = data27.cached_input;
                    if (typeof data30 == "number" && isFinite(data30)) {
                      if (data30 > 1e6 || isNaN(data30)) {
                        let err79 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/cached_input", schemaPath: "#/$defs/price/properties/cached_input/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } };
                        vErrors = add(vErrors, err79), errors++;
                      }
                      if (data30 < 0 || isNaN(data30)) {
                        let err80 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/cached_input", schemaPath: "#/$defs/price/properties/cached_input/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                        vErrors = add(vErrors, err80), errors++;
                      }
                    } else {
                      let err81 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1") + "/cached_input", schemaPath: "#/$defs/price/properties/cached_input/type", keyword: "type", params: { type: "number" } };
                      vErrors = add(vErrors, err81), errors++;
                    }
                  }
                } else {
                  let err82 = { instancePath: instancePath + "/prices/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/price/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err82), errors++;
                }
              }
            } else {
              let err83 = { instancePath: instancePath + "/prices", schemaPath: "#/properties/prices/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err83), errors++;
            }
          }
          if (data.local !== void 0 && func0.call(data, "local") && (validate78(data.local, { instancePath: instancePath + "/local", parentData: data, parentDataProperty: "local", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate78.errors), errors += validate78.errors.length)), data.repairs !== void 0 && func0.call(data, "repairs")) {
            let data32 = data.repairs;
            if (!(typeof data32 == "number" && !(data32 % 1) && !isNaN(data32) && isFinite(data32))) {
              let err84 = { instancePath: instancePath + "/repairs", schemaPath: "#/properties/repairs/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err84), errors++;
            }
            if (typeof data32 == "number" && isFinite(data32)) {
              if (data32 > 20 || isNaN(data32)) {
                let err85 = { instancePath: instancePath + "/repairs", schemaPath: "#/properties/repairs/maximum", keyword: "maximum", params: { comparison: "<=", limit: 20 } };
                vErrors = add(vErrors, err85), errors++;
              }
              if (data32 < 0 || isNaN(data32)) {
                let err86 = { instancePath: instancePath + "/repairs", schemaPath: "#/properties/repairs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                vErrors = add(vErrors, err86), errors++;
              }
            }
          }
          if (data.concurrency !== void 0 && func0.call(data, "concurrency")) {
            let data33 = data.concurrency;
            if (!(typeof data33 == "number" && !(data33 % 1) && !isNaN(data33) && isFinite(data33))) {
              let err87 = { instancePath: instancePath + "/concurrency", schemaPath: "#/properties/concurrency/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err87), errors++;
            }
            if (typeof data33 == "number" && isFinite(data33)) {
              if (data33 > 256 || isNaN(data33)) {
                let err88 = { instancePath: instancePath + "/concurrency", schemaPath: "#/properties/concurrency/maximum", keyword: "maximum", params: { comparison: "<=", limit: 256 } };
                vErrors = add(vErrors, err88), errors++;
              }
              if (data33 < 1 || isNaN(data33)) {
                let err89 = { instancePath: instancePath + "/concurrency", schemaPath: "#/properties/concurrency/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                vErrors = add(vErrors, err89), errors++;
              }
            }
          }
          if (data.escalation !== void 0 && func0.call(data, "escalation")) {
            let data34 = data.escalation;
            if (data34 && typeof data34 == "object" && !Array.isArray(data34)) {
              for (let key12 of Object.keys(data34))
                if (!(key12 === "deadline_ms" || key12 === "default" || key12 === "maximum")) {
                  let err90 = { instancePath: instancePath + "/escalation", schemaPath: "#/$defs/escalationPolicy/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key12 } };
                  vErrors = add(vErrors, err90), errors++;
                }
              if (data34.deadline_ms !== void 0 && func0.call(data34, "deadline_ms")) {
                let data35 = data34.deadline_ms;
                if (!(typeof data35 == "number" && !(data35 % 1) && !isNaN(data35) && isFinite(data35))) {
                  let err91 = { instancePath: instancePath + "/escalation/deadline_ms", schemaPath: "#/$defs/escalationPolicy/properties/deadline_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err91), errors++;
                }
                if (typeof data35 == "number" && isFinite(data35)) {
                  if (data35 > 9007199254740991 || isNaN(data35)) {
                    let err92 = { instancePath: instancePath + "/escalation/deadline_ms", schemaPath: "#/$defs/escalationPolicy/properties/deadline_ms/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 } };
                    vErrors = add(vErrors, err92), errors++;
                  }
                  if (data35 < 1 || isNaN(data35)) {
                    let err93 = { instancePath: instancePath + "/escalation/deadline_ms", schemaPath: "#/$defs/escalationPolicy/properties/deadline_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                    vErrors = add(vErrors, err93), errors++;
                  }
                }
              }
              if (data34.default !== void 0 && func0.call(data34, "default")) {
                let data36 = data34.default;
                if (typeof data36 == "string") {
                  if (func77(data36) > 8192) {
                    let err94 = { instancePath: instancePath + "/escalation/default", schemaPath: "#/$defs/escalationPolicy/properties/default/maxLength", keyword: "maxLength", params: { limit: 8192 } };
                    vErrors = add(vErrors, err94), errors++;
                  }
                  if (func77(data36) < 1) {
                    let err95 = { instancePath: instancePath + "/escalation/default", schemaPath: "#/$defs/escalationPolicy/properties/default/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err95), errors++;
                  }
                } else {
                  let err96 = { instancePath: instancePath + "/escalation/default", schemaPath: "#/$defs/escalationPolicy/properties/default/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err96), errors++;
                }
              }
              if (data34.maximum !== void 0 && func0.call(data34, "maximum")) {
                let data37 = data34.maximum;
                if (!(typeof data37 == "number" && !(data37 % 1) && !isNaN(data37) && isFinite(data37))) {
                  let err97 = { instancePath: instancePath + "/escalation/maximum", schemaPath: "#/$defs/escalationPolicy/properties/maximum/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err97), errors++;
                }
                if (typeof data37 == "number" && isFinite(data37)) {
                  if (data37 > 1e3 || isNaN(data37)) {
                    let err98 = { instancePath: instancePath + "/escalation/maximum", schemaPath: "#/$defs/escalationPolicy/properties/maximum/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 } };
                    vErrors = add(vErrors, err98), errors++;
                  }
                  if (data37 < 0 || isNaN(data37)) {
                    let err99 = { instancePath: instancePath + "/escalation/maximum", schemaPath: "#/$defs/escalationPolicy/properties/maximum/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                    vErrors = add(vErrors, err99), errors++;
                  }
                }
              }
            } else {
              let err100 = { instancePath: instancePath + "/escalation", schemaPath: "#/$defs/escalationPolicy/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err100), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate49.errors = vErrors, errors === 0;
      }
      validate49.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      exports.validateEvent = validate80;
      var schema126 = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "https://cairn.dev/schemas/v0.1/event.schema.json", title: "Event", description: "One thing that happened in a run (semantics \xA75). hash is the SHA-256 of the canonical JSON of all other members.", type: "object", required: ["seq", "time", "task", "kind", "payload", "prev", "hash"], properties: { seq: { type: "integer", minimum: 1 }, time: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$" }, task: { type: "string" }, kind: { enum: ["run-opened", "task-opened", "invocation-opened", "proposal-accepted", "proposal-rejected", "invocation-failed", "checks-requested", "check-recorded", "changes-merged", "children-joined", "task-escalated", "escalation-handed-on", "escalation-answered", "claims-verified", "budget-extended", "task-halted"] }, payload: { type: "object" }, prev: { type: "string", pattern: "^[0-9a-f]{64}$" }, hash: { type: "string", pattern: "^[0-9a-f]{64}$" } }, additionalProperties: !1, allOf: [{ if: { properties: { kind: { const: "run-opened" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/run-opened" } } } }, { if: { properties: { kind: { const: "task-opened" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/task-opened" } } } }, { if: { properties: { kind: { const: "invocation-opened" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/invocation-opened" } } } }, { if: { properties: { kind: { const: "proposal-accepted" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/proposal-accepted" } } } }, { if: { properties: { kind: { const: "proposal-rejected" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/proposal-rejected" } } } }, { if: { properties: { kind: { const: "invocation-failed" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/invocation-failed" } } } }, { if: { properties: { kind: { const: "checks-requested" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/checks-requested" } } } }, { if: { properties: { kind: { const: "check-recorded" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/check-recorded" } } } }, { if: { properties: { kind: { const: "changes-merged" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/changes-merged" } } } }, { if: { properties: { kind: { const: "children-joined" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/children-joined" } } } }, { if: { properties: { kind: { const: "task-escalated" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/task-escalated" } } } }, { if: { properties: { kind: { const: "escalation-handed-on" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/escalation-handed-on" } } } }, { if: { properties: { kind: { const: "escalation-answered" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/escalation-answered" } } } }, { if: { properties: { kind: { const: "claims-verified" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/claims-verified" } } } }, { if: { properties: { kind: { const: "budget-extended" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/budget-extended" } } } }, { if: { properties: { kind: { const: "task-halted" } }, required: ["kind"] }, then: { properties: { payload: { $ref: "#/$defs/task-halted" } } } }], $defs: { definition: { type: "object", additionalProperties: !1, required: ["task", "objective", "requirements", "invariants", "budget", "repairs", "escalation"], properties: { task: { type: "string" }, objective: { type: "string" }, requirements: { type: "array", items: { $ref: "#/$defs/requirement" } }, invariants: { type: "array", items: { $ref: "#/$defs/boundInvariant" } }, budget: { $ref: "#/$defs/budget" }, repairs: { type: "integer", minimum: 0 }, escalation: { type: "object", additionalProperties: !1, required: [], properties: { deadline_ms: { type: "integer", minimum: 0 }, default: { type: "string" }, maximum: { type: "integer", minimum: 0 } } }, limits: { type: "object", additionalProperties: !1, properties: { tokens: { type: "integer", minimum: 1 }, cost: { type: "number", exclusiveMinimum: 0 } }, description: "Hard limits of the whole run: tokens in and out, and money in the currency of the prices" }, prices: { type: "object", additionalProperties: { $ref: "#/$defs/price" }, description: "Money a million tokens, by model" } } }, requirement: { type: "object", additionalProperties: !1, required: ["id", "statement", "needs"], properties: { id: { type: "string" }, statement: { type: "string" }, needs: { enum: ["check", "verified", "supported", "person"] }, check: { type: "string" }, any: { type: "boolean" } } }, boundInvariant: { type: "object", additionalProperties: !1, required: ["id", "operator", "statement", "authority"], properties: { id: { type: "string" }, operator: { enum: ["PRESERVE", "REQUIRE", "PROHIBIT", "PREFER"] }, statement: { type: "string" }, authority: { enum: ["user", "system", "developer", "source", "runtime", "model-proposal"] }, check: { type: "string" } } }, budget: { type: "object", additionalProperties: !1, required: ["context_tokens", "output_tokens", "maximum_children", "maximum_depth", "remaining_invocations", "remaining_wall_time_ms"], properties: { context_tokens: { type: "integer", minimum: 0 }, output_tokens: { type: "integer", minimum: 0 }, maximum_children: { type: "integer", minimum: 0 }, maximum_depth: { type: "integer", minimum: 0 }, remaining_invocations: { type: ["integer", "null"], minimum: 0 }, remaining_wall_time_ms: { type: ["integer", "null"], minimum: 0 } } }, rejection: { type: "object", additionalProperties: !1, required: ["code", "pointer", "message"], properties: { code: { type: "string" }, pointer: { type: "string" }, message: { type: "string" } } }, childInput: { type: "object", additionalProperties: !1, required: ["key", "item"], properties: { key: { type: "string" }, item: { type: "integer", minimum: 1, description: "ctx seq" } } }, requestedCheck: { type: "object", additionalProperties: !1, required: ["effect", "check"], properties: { effect: { type: "string" }, check: { type: "string" }, requirement: { type: "string" }, invariant: { type: "string" } } }, "run-opened": { type: "object", additionalProperties: !1, required: ["definition", "tokenizer", "engine"], properties: { definition: { $ref: "#/$defs/definition" }, tokenizer: { type: "string" }, engine: { const: 1 }, workspace: { type: ["string", "null"] }, task_file_sha256: { type: "string", pattern: "^[0-9a-f]{64}$" } }, description: "A run begins: the root task is created from the task file" }, "task-opened": { type: "object", additionalProperties: !1, required: ["parent", "key", "ordinal", "objective", "requirements", "any", "dependencies", "budget"], properties: { parent: { type: "string" }, key: { type: "string" }, ordinal: { type: "integer", minimum: 1 }, objective: { type: "string" }, requirements: { type: "array", items: { $ref: "#/$defs/requirement" } }, any: { type: "array", items: { type: "string" } }, dependencies: { type: "array", items: { type: "string" } }, budget: { $ref: "#/$defs/budget" }, input: { type: ["integer", "null"], description: "ctx seq of what it works on" } }, description: "A child of a SPLIT; its invariants are its parent's (R-INVARIANT)" }, "invocation-opened": { type: "object", additionalProperties: !1, required: ["invocation", "purpose"], properties: { invocation: { type: "string" }, purpose: { enum: ["work", "answer"] }, escalation: { type: "string" }, executor: { type: "string" }, items: { type: "array", items: { type: "integer", minimum: 0 }, description: "ctx seqs delivered" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "From here the packet is frozen until the result" }, "proposal-accepted": { type: "object", additionalProperties: !1, required: ["invocation", "packet"], properties: { invocation: { type: "string" }, proposal: { anyOf: [{ $ref: "https://cairn.dev/schemas/v0.1/proposal.schema.json" }, { type: "null" }], description: "null: the one that was pending" }, packet: { type: "string", pattern: "^[0-9a-f]{64}$" }, withdrawn: { type: "array", items: { type: "string" } }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" }, usage: { $ref: "#/$defs/usage" } }, description: "The changes are the proposal's; packet is the identity that follows from it" }, "proposal-rejected": { type: "object", additionalProperties: !1, required: ["invocation", "rejections"], properties: { invocation: { type: "string" }, rejections: { type: "array", items: { $ref: "#/$defs/rejection" } }, proposal: { type: ["integer", "null"], description: "ctx seq of the recorded text" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" }, usage: { $ref: "#/$defs/usage" } }, description: "Costs the invocation" }, "invocation-failed": { type: "object", additionalProperties: !1, required: ["invocation", "code", "message"], properties: { invocation: { type: "string" }, code: { type: "string" }, message: { type: "string" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" }, usage: { $ref: "#/$defs/usage" } }, description: "The executor crashed, timed out or was cut off" }, "checks-requested": { type: "object", additionalProperties: !1, required: ["purpose", "checks"], properties: { purpose: { enum: ["proposal", "join", "halt"] }, invocation: { type: ["string", "null"] }, proposal: { $ref: "https://cairn.dev/schemas/v0.1/proposal.schema.json", description: "The proposal that waits for them" }, checks: { type: "array", items: { $ref: "#/$defs/requestedCheck" } }, inputs: { type: "array", items: { $ref: "#/$defs/childInput" }, description: "Where the proposal is a SPLIT: what its children work on" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" }, usage: { $ref: "#/$defs/usage" } }, description: "Pending: the packet is frozen until each has a result" }, "check-recorded": { type: "object", additionalProperties: !1, required: ["effect", "check", "passed"], properties: { effect: { type: "string" }, check: { type: "string" }, passed: { type: "boolean" }, detail: { type: "string" }, item: { type: ["integer", "null"] }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "One check's result, accepted once" }, "changes-merged": { type: "object", additionalProperties: !1, required: ["effect", "results"], properties: { effect: { type: "string" }, results: { type: "array", items: { type: "object", additionalProperties: !1, required: ["path", "sha256", "conflict"], properties: { path: { type: "string" }, sha256: { anyOf: [{ type: "string", pattern: "^[0-9a-f]{64}$" }, { type: "null" }], description: "The version that holds all changes, or null: they conflict" }, conflict: { type: ["string", "null"], description: "Why there is none, with the hunks" } } } }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "Three-way merges of what several children changed in one path, made by the runtime before their join" }, "children-joined": { type: "object", additionalProperties: !1, required: ["children", "packet"], properties: { children: { type: "array", items: { type: "string" } }, packet: { type: "string", pattern: "^[0-9a-f]{64}$" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "RESOLVE: the children's final packets joined into the parent" }, "task-escalated": { type: "object", additionalProperties: !1, required: ["question", "reason"], properties: { question: { type: "string" }, reason: { enum: ["repairs", "overflow"] }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "The runtime escalates in the task's name" }, "escalation-handed-on": { type: "object", additionalProperties: !1, required: ["escalation", "to"], properties: { escalation: { type: "string" }, to: { type: "string" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "The question goes to the next one up, or to a person" }, "escalation-answered": { type: "object", additionalProperties: !1, required: ["escalation", "by", "text"], properties: { escalation: { type: "string" }, by: { enum: ["parent", "person", "default", "deadline"] }, text: { type: "string" }, item: { type: ["integer", "null"] }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "The answer; a person's satisfies a person requirement" }, "claims-verified": { type: "object", additionalProperties: !1, required: ["effect", "results"], properties: { effect: { type: "string" }, verifier: { type: "string" }, results: { type: "array", items: { type: "object", additionalProperties: !1, required: ["claim", "confirmed"], properties: { claim: { type: "string" }, confirmed: { type: "boolean" }, reason: { type: "string" } } } }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" }, usage: { $ref: "#/$defs/usage" } }, description: "What a verifier that is not the author said" }, "budget-extended": { type: "object", additionalProperties: !1, required: ["invocations", "wall_time_ms"], properties: { invocations: { type: "integer", minimum: 0 }, wall_time_ms: { type: "integer", minimum: 0 }, tokens: { type: "integer", minimum: 0, description: "Of the whole run: only with its root" }, cost: { type: "number", minimum: 0, description: "Of the whole run: only with its root" }, by: { type: "string" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "A person adds to a task's budget; the only number that is ever created after the start" }, "task-halted": { type: "object", additionalProperties: !1, required: ["outcome", "reasons", "packet"], properties: { outcome: { enum: ["complete", "incomplete", "refused"] }, reasons: { type: "array", items: { type: "string" } }, packet: { type: "string", pattern: "^[0-9a-f]{64}$" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "The runtime halts the task: complete, or nothing left to spend" }, usage: { type: "array", maxItems: 64, description: "What the invocation cost, by model, as the providers counted it; absent where nothing was counted", items: { type: "object", additionalProperties: !1, required: ["model", "requests", "input_tokens", "output_tokens"], properties: { model: { type: "string" }, requests: { type: "integer", minimum: 1 }, input_tokens: { type: "integer", minimum: 0 }, output_tokens: { type: "integer", minimum: 0 }, cached_input_tokens: { type: "integer", minimum: 0 } } } }, price: { type: "object", additionalProperties: !1, required: ["input", "output"], properties: { input: { type: "number", minimum: 0 }, output: { type: "number", minimum: 0 }, cached_input: { type: "number", minimum: 0 } } } } }, schema136 = { type: "object", additionalProperties: !1, required: ["invocation", "purpose"], properties: { invocation: { type: "string" }, purpose: { enum: ["work", "answer"] }, escalation: { type: "string" }, executor: { type: "string" }, items: { type: "array", items: { type: "integer", minimum: 0 }, description: "ctx seqs delivered" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "From here the packet is frozen until the result" }, schema148 = { type: "object", additionalProperties: !1, required: ["effect", "check", "passed"], properties: { effect: { type: "string" }, check: { type: "string" }, passed: { type: "boolean" }, detail: { type: "string" }, item: { type: ["integer", "null"] }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "One check's result, accepted once" }, schema149 = { type: "object", additionalProperties: !1, required: ["effect", "results"], properties: { effect: { type: "string" }, results: { type: "array", items: { type: "object", additionalProperties: !1, required: ["path", "sha256", "conflict"], properties: { path: { type: "string" }, sha256: { anyOf: [{ type: "string", pattern: "^[0-9a-f]{64}$" }, { type: "null" }], description: "The version that holds all changes, or null: they conflict" }, conflict: { type: ["string", "null"], description: "Why there is none, with the hunks" } } } }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "Three-way merges of what several children changed in one path, made by the runtime before their join" }, schema151 = { type: "object", additionalProperties: !1, required: ["question", "reason"], properties: { question: { type: "string" }, reason: { enum: ["repairs", "overflow"] }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "The runtime escalates in the task's name" }, schema153 = { type: "object", additionalProperties: !1, required: ["escalation", "by", "text"], properties: { escalation: { type: "string" }, by: { enum: ["parent", "person", "default", "deadline"] }, text: { type: "string" }, item: { type: ["integer", "null"] }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "The answer; a person's satisfies a person requirement" }, schema157 = { type: "object", additionalProperties: !1, required: ["outcome", "reasons", "packet"], properties: { outcome: { enum: ["complete", "incomplete", "refused"] }, reasons: { type: "array", items: { type: "string" } }, packet: { type: "string", pattern: "^[0-9a-f]{64}$" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" } }, description: "The runtime halts the task: complete, or nothing left to spend" }, schema127 = { type: "object", additionalProperties: !1, required: ["definition", "tokenizer", "engine"], properties: { definition: { $ref: "#/$defs/definition" }, tokenizer: { type: "string" }, engine: { const: 1 }, workspace: { type: ["string", "null"] }, task_file_sha256: { type: "string", pattern: "^[0-9a-f]{64}$" } }, description: "A run begins: the root task is created from the task file" }, schema128 = { type: "object", additionalProperties: !1, required: ["task", "objective", "requirements", "invariants", "budget", "repairs", "escalation"], properties: { task: { type: "string" }, objective: { type: "string" }, requirements: { type: "array", items: { $ref: "#/$defs/requirement" } }, invariants: { type: "array", items: { $ref: "#/$defs/boundInvariant" } }, budget: { $ref: "#/$defs/budget" }, repairs: { type: "integer", minimum: 0 }, escalation: { type: "object", additionalProperties: !1, required: [], properties: { deadline_ms: { type: "integer", minimum: 0 }, default: { type: "string" }, maximum: { type: "integer", minimum: 0 } } }, limits: { type: "object", additionalProperties: !1, properties: { tokens: { type: "integer", minimum: 1 }, cost: { type: "number", exclusiveMinimum: 0 } }, description: "Hard limits of the whole run: tokens in and out, and money in the currency of the prices" }, prices: { type: "object", additionalProperties: { $ref: "#/$defs/price" }, description: "Money a million tokens, by model" } } }, schema129 = { type: "object", additionalProperties: !1, required: ["id", "statement", "needs"], properties: { id: { type: "string" }, statement: { type: "string" }, needs: { enum: ["check", "verified", "supported", "person"] }, check: { type: "string" }, any: { type: "boolean" } } }, schema130 = { type: "object", additionalProperties: !1, required: ["id", "operator", "statement", "authority"], properties: { id: { type: "string" }, operator: { enum: ["PRESERVE", "REQUIRE", "PROHIBIT", "PREFER"] }, statement: { type: "string" }, authority: { enum: ["user", "system", "developer", "source", "runtime", "model-proposal"] }, check: { type: "string" } } }, schema131 = { type: "object", additionalProperties: !1, required: ["context_tokens", "output_tokens", "maximum_children", "maximum_depth", "remaining_invocations", "remaining_wall_time_ms"], properties: { context_tokens: { type: "integer", minimum: 0 }, output_tokens: { type: "integer", minimum: 0 }, maximum_children: { type: "integer", minimum: 0 }, maximum_depth: { type: "integer", minimum: 0 }, remaining_invocations: { type: ["integer", "null"], minimum: 0 }, remaining_wall_time_ms: { type: ["integer", "null"], minimum: 0 } } };
      function validate82(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate82.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.task === void 0 || !func0.call(data, "task")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "task" } }), errors++), (data.objective === void 0 || !func0.call(data, "objective")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "objective" } }), errors++), (data.requirements === void 0 || !func0.call(data, "requirements")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "requirements" } }), errors++), (data.invariants === void 0 || !func0.call(data, "invariants")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "invariants" } }), errors++), (data.budget === void 0 || !func0.call(data, "budget")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "budget" } }), errors++), (data.repairs === void 0 || !func0.call(data, "repairs")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "repairs" } }), errors++), (data.escalation === void 0 || !func0.call(data, "escalation")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "escalation" } }), errors++);
          for (let key0 of Object.keys(data))
            func0.call(schema128.properties, key0) || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.task !== void 0 && func0.call(data, "task") && typeof data.task != "string") {
            let err8 = { instancePath: instancePath + "/task", schemaPath: "#/properties/task/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err8), errors++;
          }
          if (data.objective !== void 0 && func0.call(data, "objective") && typeof data.objective != "string") {
            let err9 = { instancePath: instancePath + "/objective", schemaPath: "#/properties/objective/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err9), errors++;
          }
          if (data.requirements !== void 0 && func0.call(data, "requirements")) {
            let data2 = data.requirements;
            if (Array.isArray(data2)) {
              let len0 = data2.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data3 = data2[i0];
                if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                  if (data3.id === void 0 || !func0.call(data3, "id")) {
                    let err10 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/required", keyword: "required", params: { missingProperty: "id" } };
                    vErrors = add(vErrors, err10), errors++;
                  }
                  if (data3.statement === void 0 || !func0.call(data3, "statement")) {
                    let err11 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/required", keyword: "required", params: { missingProperty: "statement" } };
                    vErrors = add(vErrors, err11), errors++;
                  }
                  if (data3.needs === void 0 || !func0.call(data3, "needs")) {
                    let err12 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/required", keyword: "required", params: { missingProperty: "needs" } };
                    vErrors = add(vErrors, err12), errors++;
                  }
                  for (let key1 of Object.keys(data3))
                    if (!(key1 === "id" || key1 === "statement" || key1 === "needs" || key1 === "check" || key1 === "any")) {
                      let err13 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err13), errors++;
                    }
                  if (data3.id !== void 0 && func0.call(data3, "id") && typeof data3.id != "string") {
                    let err14 = { instancePath: instancePath + "/requirements/" + i0 + "/id", schemaPath: "#/$defs/requirement/properties/id/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err14), errors++;
                  }
                  if (data3.statement !== void 0 && func0.call(data3, "statement") && typeof data3.statement != "string") {
                    let err15 = { instancePath: instancePath + "/requirements/" + i0 + "/statement", schemaPath: "#/$defs/requirement/properties/statement/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err15), errors++;
                  }
                  if (data3.needs !== void 0 && func0.call(data3, "needs")) {
                    let data6 = data3.needs;
                    if (!(data6 === "check" || data6 === "verified" || data6 === "supported" || data6 === "person")) {
                      let err16 = { instancePath: instancePath + "/requirements/" + i0 + "/needs", schemaPath: "#/$defs/requirement/properties/needs/enum", keyword: "enum", params: { allowedValues: schema129.properties.needs.enum } };
                      vErrors = add(vErrors, err16), errors++;
                    }
                  }
                  if (data3.check !== void 0 && func0.call(data3, "check") && typeof data3.check != "string") {
                    let err17 = { instancePath: instancePath + "/requirements/" + i0 + "/check", schemaPath: "#/$defs/requirement/properties/check/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err17), errors++;
                  }
                  if (data3.any !== void 0 && func0.call(data3, "any") && typeof data3.any != "boolean") {
                    let err18 = { instancePath: instancePath + "/requirements/" + i0 + "/any", schemaPath: "#/$defs/requirement/properties/any/type", keyword: "type", params: { type: "boolean" } };
                    vErrors = add(vErrors, err18), errors++;
                  }
                } else {
                  let err19 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err19), errors++;
                }
              }
            } else {
              let err20 = { instancePath: instancePath + "/requirements", schemaPath: "#/properties/requirements/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err20), errors++;
            }
          }
          if (data.invariants !== void 0 && func0.call(data, "invariants")) {
            let data9 = data.invariants;
            if (Array.isArray(data9)) {
              let len1 = data9.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data10 = data9[i1];
                if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
                  if (data10.id === void 0 || !func0.call(data10, "id")) {
                    let err21 = { instancePath: instancePath + "/invariants/" + i1, schemaPath: "#/$defs/boundInvariant/required", keyword: "required", params: { missingProperty: "id" } };
                    vErrors = add(vErrors, err21), errors++;
                  }
                  if (data10.operator === void 0 || !func0.call(data10, "operator")) {
                    let err22 = { instancePath: instancePath + "/invariants/" + i1, schemaPath: "#/$defs/boundInvariant/required", keyword: "required", params: { missingProperty: "operator" } };
                    vErrors = add(vErrors, err22), errors++;
                  }
                  if (data10.statement === void 0 || !func0.call(data10, "statement")) {
                    let err23 = { instancePath: instancePath + "/invariants/" + i1, schemaPath: "#/$defs/boundInvariant/required", keyword: "required", params: { missingProperty: "statement" } };
                    vErrors = add(vErrors, err23), errors++;
                  }
                  if (data10.authority === void 0 || !func0.call(data10, "authority")) {
                    let err24 = { instancePath: instancePath + "/invariants/" + i1, schemaPath: "#/$defs/boundInvariant/required", keyword: "required", params: { missingProperty: "authority" } };
                    vErrors = add(vErrors, err24), errors++;
                  }
                  for (let key2 of Object.keys(data10))
                    if (!(key2 === "id" || key2 === "operator" || key2 === "statement" || key2 === "authority" || key2 === "check")) {
                      let err25 = { instancePath: instancePath + "/invariants/" + i1, schemaPath: "#/$defs/boundInvariant/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                      vErrors = add(vErrors, err25), errors++;
                    }
                  if (data10.id !== void 0 && func0.call(data10, "id") && typeof data10.id != "string") {
                    let err26 = { instancePath: instancePath + "/invariants/" + i1 + "/id", schemaPath: "#/$defs/boundInvariant/properties/id/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err26), errors++;
                  }
                  if (data10.operator !== void 0 && func0.call(data10, "operator")) {
                    let data12 = data10.operator;
                    if (!(data12 === "PRESERVE" || data12 === "REQUIRE" || data12 === "PROHIBIT" || data12 === "PREFER")) {
                      let err27 = { instancePath: instancePath + "/invariants/" + i1 + "/operator", schemaPath: "#/$defs/boundInvariant/properties/operator/enum", keyword: "enum", params: { allowedValues: schema130.properties.operator.enum } };
                      vErrors = add(vErrors, err27), errors++;
                    }
                  }
                  if (data10.statement !== void 0 && func0.call(data10, "statement") && typeof data10.statement != "string") {
                    let err28 = { instancePath: instancePath + "/invariants/" + i1 + "/statement", schemaPath: "#/$defs/boundInvariant/properties/statement/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err28), errors++;
                  }
                  if (data10.authority !== void 0 && func0.call(data10, "authority")) {
                    let data14 = data10.authority;
                    if (!(data14 === "user" || data14 === "system" || data14 === "developer" || data14 === "source" || data14 === "runtime" || data14 === "model-proposal")) {
                      let err29 = { instancePath: instancePath + "/invariants/" + i1 + "/authority", schemaPath: "#/$defs/boundInvariant/properties/authority/enum", keyword: "enum", params: { allowedValues: schema130.properties.authority.enum } };
                      vErrors = add(vErrors, err29), errors++;
                    }
                  }
                  if (data10.check !== void 0 && func0.call(data10, "check") && typeof data10.check != "string") {
                    let err30 = { instancePath: instancePath + "/invariants/" + i1 + "/check", schemaPath: "#/$defs/boundInvariant/properties/check/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err30), errors++;
                  }
                } else {
                  let err31 = { instancePath: instancePath + "/invariants/" + i1, schemaPath: "#/$defs/boundInvariant/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err31), errors++;
                }
              }
            } else {
              let err32 = { instancePath: instancePath + "/invariants", schemaPath: "#/properties/invariants/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err32), errors++;
            }
          }
          if (data.budget !== void 0 && func0.call(data, "budget")) {
            let data16 = data.budget;
            if (data16 && typeof data16 == "object" && !Array.isArray(data16)) {
              if (data16.context_tokens === void 0 || !func0.call(data16, "context_tokens")) {
                let err33 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "context_tokens" } };
                vErrors = add(vErrors, err33), errors++;
              }
              if (data16.output_tokens === void 0 || !func0.call(data16, "output_tokens")) {
                let err34 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                vErrors = add(vErrors, err34), errors++;
              }
              if (data16.maximum_children === void 0 || !func0.call(data16, "maximum_children")) {
                let err35 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "maximum_children" } };
                vErrors = add(vErrors, err35), errors++;
              }
              if (data16.maximum_depth === void 0 || !func0.call(data16, "maximum_depth")) {
                let err36 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "maximum_depth" } };
                vErrors = add(vErrors, err36), errors++;
              }
              if (data16.remaining_invocations === void 0 || !func0.call(data16, "remaining_invocations")) {
                let err37 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "remaining_invocations" } };
                vErrors = add(vErrors, err37), errors++;
              }
              if (data16.remaining_wall_time_ms === void 0 || !func0.call(data16, "remaining_wall_time_ms")) {
                let err38 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "remaining_wall_time_ms" } };
                vErrors = add(vErrors, err38), errors++;
              }
              for (let key3 of Object.keys(data16))
                if (!(key3 === "context_tokens" || key3 === "output_tokens" || key3 === "maximum_children" || key3 === "maximum_depth" || key3 === "remaining_invocations" || key3 === "remaining_wall_time_ms")) {
                  let err39 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 } };
                  vErrors = add(vErrors, err39), errors++;
                }
              if (data16.context_tokens !== void 0 && func0.call(data16, "context_tokens")) {
                let data17 = data16.context_tokens;
                if (!(typeof data17 == "number" && !(data17 % 1) && !isNaN(data17) && isFinite(data17))) {
                  let err40 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/$defs/budget/properties/context_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err40), errors++;
                }
                if (typeof data17 == "number" && isFinite(data17) && (data17 < 0 || isNaN(data17))) {
                  let err41 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/$defs/budget/properties/context_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err41), errors++;
                }
              }
              if (data16.output_tokens !== void 0 && func0.call(data16, "output_tokens")) {
                let data18 = data16.output_tokens;
                if (!(typeof data18 == "number" && !(data18 % 1) && !isNaN(data18) && isFinite(data18))) {
                  let err42 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/$defs/budget/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err42), errors++;
                }
                if (typeof data18 == "number" && isFinite(data18) && (data18 < 0 || isNaN(data18))) {
                  let err43 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/$defs/budget/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err43), errors++;
                }
              }
              if (data16.maximum_children !== void 0 && func0.call(data16, "maximum_children")) {
                let data19 = data16.maximum_children;
                if (!(typeof data19 == "number" && !(data19 % 1) && !isNaN(data19) && isFinite(data19))) {
                  let err44 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/$defs/budget/properties/maximum_children/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err44), errors++;
                }
                if (typeof data19 == "number" && isFinite(data19) && (data19 < 0 || isNaN(data19))) {
                  let err45 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/$defs/budget/properties/maximum_children/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err45), errors++;
                }
              }
              if (data16.maximum_depth !== void 0 && func0.call(data16, "maximum_depth")) {
                let data20 = data16.maximum_depth;
                if (!(typeof data20 == "number" && !(data20 % 1) && !isNaN(data20) && isFinite(data20))) {
                  let err46 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/$defs/budget/properties/maximum_depth/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err46), errors++;
                }
                if (typeof data20 == "number" && isFinite(data20) && (data20 < 0 || isNaN(data20))) {
                  let err47 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/$defs/budget/properties/maximum_depth/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err47), errors++;
                }
              }
              if (data16.remaining_invocations !== void 0 && func0.call(data16, "remaining_invocations")) {
                let data21 = data16.remaining_invocations;
                if (!(typeof data21 == "number" && !(data21 % 1) && !isNaN(data21) && isFinite(data21)) && data21 !== null) {
                  let err48 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/$defs/budget/properties/remaining_invocations/type", keyword: "type", params: { type: schema131.properties.remaining_invocations.type } };
                  vErrors = add(vErrors, err48), errors++;
                }
                if (typeof data21 == "number" && isFinite(data21) && (data21 < 0 || isNaN(data21))) {
                  let err49 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/$defs/budget/properties/remaining_invocations/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err49), errors++;
                }
              }
              if (data16.remaining_wall_time_ms !== void 0 && func0.call(data16, "remaining_wall_time_ms")) {
                let data22 = data16.remaining_wall_time_ms;
                if (!(typeof data22 == "number" && !(data22 % 1) && !isNaN(data22) && isFinite(data22)) && data22 !== null) {
                  let err50 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/$defs/budget/properties/remaining_wall_time_ms/type", keyword: "type", params: { type: schema131.properties.remaining_wall_time_ms.type } };
                  vErrors = add(vErrors, err50), errors++;
                }
                if (typeof data22 == "number" && isFinite(data22) && (data22 < 0 || isNaN(data22))) {
                  let err51 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/$defs/budget/properties/remaining_wall_time_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err51), errors++;
                }
              }
            } else {
              let err52 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err52), errors++;
            }
          }
          if (data.repairs !== void 0 && func0.call(data, "repairs")) {
            let data23 = data.repairs;
            if (!(typeof data23 == "number" && !(data23 % 1) && !isNaN(data23) && isFinite(data23))) {
              let err53 = { instancePath: instancePath + "/repairs", schemaPath: "#/properties/repairs/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err53), errors++;
            }
            if (typeof data23 == "number" && isFinite(data23) && (data23 < 0 || isNaN(data23))) {
              let err54 = { instancePath: instancePath + "/repairs", schemaPath: "#/properties/repairs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err54), errors++;
            }
          }
          if (data.escalation !== void 0 && func0.call(data, "escalation")) {
            let data24 = data.escalation;
            if (data24 && typeof data24 == "object" && !Array.isArray(data24)) {
              for (let key4 of Object.keys(data24))
                if (!(key4 === "deadline_ms" || key4 === "default" || key4 === "maximum")) {
                  let err55 = { instancePath: instancePath + "/escalation", schemaPath: "#/properties/escalation/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 } };
                  vErrors = add(vErrors, err55), errors++;
                }
              if (data24.deadline_ms !== void 0 && func0.call(data24, "deadline_ms")) {
                let data25 = data24.deadline_ms;
                if (!(typeof data25 == "number" && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
                  let err56 = { instancePath: instancePath + "/escalation/deadline_ms", schemaPath: "#/properties/escalation/properties/deadline_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err56), errors++;
                }
                if (typeof data25 == "number" && isFinite(data25) && (data25 < 0 || isNaN(data25))) {
                  let err57 = { instancePath: instancePath + "/escalation/deadline_ms", schemaPath: "#/properties/escalation/properties/deadline_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err57), errors++;
                }
              }
              if (data24.default !== void 0 && func0.call(data24, "default") && typeof data24.default != "string") {
                let err58 = { instancePath: instancePath + "/escalation/default", schemaPath: "#/properties/escalation/properties/default/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err58), errors++;
              }
              if (data24.maximum !== void 0 && func0.call(data24, "maximum")) {
                let data27 = data24.maximum;
                if (!(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27))) {
                  let err59 = { instancePath: instancePath + "/escalation/maximum", schemaPath: "#/properties/escalation/properties/maximum/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err59), errors++;
                }
                if (typeof data27 == "number" && isFinite(data27) && (data27 < 0 || isNaN(data27))) {
                  let err60 = { instancePath: instancePath + "/escalation/maximum", schemaPath: "#/properties/escalation/properties/maximum/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err60), errors++;
                }
              }
            } else {
              let err61 = { instancePath: instancePath + "/escalation", schemaPath: "#/properties/escalation/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err61), errors++;
            }
          }
          if (data.limits !== void 0 && func0.call(data, "limits")) {
            let data28 = data.limits;
            if (data28 && typeof data28 == "object" && !Array.isArray(data28)) {
              for (let key5 of Object.keys(data28))
                if (!(key5 === "tokens" || key5 === "cost")) {
                  let err62 = { instancePath: instancePath + "/limits", schemaPath: "#/properties/limits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 } };
                  vErrors = add(vErrors, err62), errors++;
                }
              if (data28.tokens !== void 0 && func0.call(data28, "tokens")) {
                let data29 = data28.tokens;
                if (!(typeof data29 == "number" && !(data29 % 1) && !isNaN(data29) && isFinite(data29))) {
                  let err63 = { instancePath: instancePath + "/limits/tokens", schemaPath: "#/properties/limits/properties/tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err63), errors++;
                }
                if (typeof data29 == "number" && isFinite(data29) && (data29 < 1 || isNaN(data29))) {
                  let err64 = { instancePath: instancePath + "/limits/tokens", schemaPath: "#/properties/limits/properties/tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                  vErrors = add(vErrors, err64), errors++;
                }
              }
              if (data28.cost !== void 0 && func0.call(data28, "cost")) {
                let data30 = data28.cost;
                if (typeof data30 == "number" && isFinite(data30)) {
                  if (data30 <= 0 || isNaN(data30)) {
                    let err65 = { instancePath: instancePath + "/limits/cost", schemaPath: "#/properties/limits/properties/cost/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } };
                    vErrors = add(vErrors, err65), errors++;
                  }
                } else {
                  let err66 = { instancePath: instancePath + "/limits/cost", schemaPath: "#/properties/limits/properties/cost/type", keyword: "type", params: { type: "number" } };
                  vErrors = add(vErrors, err66), errors++;
                }
              }
            } else {
              let err67 = { instancePath: instancePath + "/limits", schemaPath: "#/properties/limits/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err67), errors++;
            }
          }
          if (data.prices !== void 0 && func0.call(data, "prices")) {
            let data31 = data.prices;
            if (data31 && typeof data31 == "object" && !Array.isArray(data31))
              for (let key6 of Object.keys(data31)) {
                let data32 = data31[key6];
                if (data32 && typeof data32 == "object" && !Array.isArray(data32)) {
                  if (data32.input === void 0 || !func0.call(data32, "input")) {
                    let err68 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/price/required", keyword: "required", params: { missingProperty: "input" } };
                    vErrors = add(vErrors, err68), errors++;
                  }
                  if (data32.output === void 0 || !func0.call(data32, "output")) {
                    let err69 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/price/required", keyword: "required", params: { missingProperty: "output" } };
                    vErrors = add(vErrors, err69), errors++;
                  }
                  for (let key7 of Object.keys(data32))
                    if (!(key7 === "input" || key7 === "output" || key7 === "cached_input")) {
                      let err70 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/price/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key7 } };
                      vErrors = add(vErrors, err70), errors++;
                    }
                  if (data32.input !== void 0 && func0.call(data32, "input")) {
                    let data33 = data32.input;
                    if (typeof data33 == "number" && isFinite(data33)) {
                      if (data33 < 0 || isNaN(data33)) {
                        let err71 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1") + "/input", schemaPath: "#/$defs/price/properties/input/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                        vErrors = add(vErrors, err71), errors++;
                      }
                    } else {
                      let err72 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1") + "/input", schemaPath: "#/$defs/price/properties/input/type", keyword: "type", params: { type: "number" } };
                      vErrors = add(vErrors, err72), errors++;
                    }
                  }
                  if (data32.output !== void 0 && func0.call(data32, "output")) {
                    let data34 = data32.output;
                    if (typeof data34 == "number" && isFinite(data34)) {
                      if (data34 < 0 || isNaN(data34)) {
                        let err73 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1") + "/output", schemaPath: "#/$defs/price/properties/output/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                        vErrors = add(vErrors, err73), errors++;
                      }
                    } else {
                      let err74 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1") + "/output", schemaPath: "#/$defs/price/properties/output/type", keyword: "type", params: { type: "number" } };
                      vErrors = add(vErrors, err74), errors++;
                    }
                  }
                  if (data32.cached_input !== void 0 && func0.call(data32, "cached_input")) {
                    let data35 = data32.cached_input;
                    if (typeof data35 == "number" && isFinite(data35)) {
                      if (data35 < 0 || isNaN(data35)) {
                        let err75 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1") + "/cached_input", schemaPath: "#/$defs/price/properties/cached_input/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                        vErrors = add(vErrors, err75), errors++;
                      }
                    } else {
                      let err76 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1") + "/cached_input", schemaPath: "#/$defs/price/properties/cached_input/type", keyword: "type", params: { type: "number" } };
                      vErrors = add(vErrors, err76), errors++;
                    }
                  }
                } else {
                  let err77 = { instancePath: instancePath + "/prices/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/price/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err77), errors++;
                }
              }
            else {
              let err78 = { instancePath: instancePath + "/prices", schemaPath: "#/properties/prices/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err78), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate82.errors = vErrors, errors === 0;
      }
      validate82.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate81(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate81.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.definition === void 0 || !func0.call(data, "definition")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "definition" } }), errors++), (data.tokenizer === void 0 || !func0.call(data, "tokenizer")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "tokenizer" } }), errors++), (data.engine === void 0 || !func0.call(data, "engine")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "engine" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "definition" || key0 === "tokenizer" || key0 === "engine" || key0 === "workspace" || key0 === "task_file_sha256" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.definition !== void 0 && func0.call(data, "definition") && (validate82(data.definition, { instancePath: instancePath + "/definition", parentData: data, parentDataProperty: "definition", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate82.errors), errors += validate82.errors.length)), data.tokenizer !== void 0 && func0.call(data, "tokenizer") && typeof data.tokenizer != "string") {
            let err4 = { instancePath: instancePath + "/tokenizer", schemaPath: "#/properties/tokenizer/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err4), errors++;
          }
          if (data.engine !== void 0 && func0.call(data, "engine") && data.engine !== 1) {
            let err5 = { instancePath: instancePath + "/engine", schemaPath: "#/properties/engine/const", keyword: "const", params: { allowedValue: 1 } };
            vErrors = add(vErrors, err5), errors++;
          }
          if (data.workspace !== void 0 && func0.call(data, "workspace")) {
            let data3 = data.workspace;
            if (typeof data3 != "string" && data3 !== null) {
              let err6 = { instancePath: instancePath + "/workspace", schemaPath: "#/properties/workspace/type", keyword: "type", params: { type: schema127.properties.workspace.type } };
              vErrors = add(vErrors, err6), errors++;
            }
          }
          if (data.task_file_sha256 !== void 0 && func0.call(data, "task_file_sha256")) {
            let data4 = data.task_file_sha256;
            if (typeof data4 == "string") {
              if (!pattern7.test(data4)) {
                let err7 = { instancePath: instancePath + "/task_file_sha256", schemaPath: "#/properties/task_file_sha256/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                vErrors = add(vErrors, err7), errors++;
              }
            } else {
              let err8 = { instancePath: instancePath + "/task_file_sha256", schemaPath: "#/properties/task_file_sha256/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate81.errors = vErrors, errors === 0;
      }
      validate81.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema133 = { type: "object", additionalProperties: !1, required: ["parent", "key", "ordinal", "objective", "requirements", "any", "dependencies", "budget"], properties: { parent: { type: "string" }, key: { type: "string" }, ordinal: { type: "integer", minimum: 1 }, objective: { type: "string" }, requirements: { type: "array", items: { $ref: "#/$defs/requirement" } }, any: { type: "array", items: { type: "string" } }, dependencies: { type: "array", items: { type: "string" } }, budget: { $ref: "#/$defs/budget" }, input: { type: ["integer", "null"], description: "ctx seq of what it works on" } }, description: "A child of a SPLIT; its invariants are its parent's (R-INVARIANT)" };
      function validate85(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate85.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.parent === void 0 || !func0.call(data, "parent")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "parent" } }), errors++), (data.key === void 0 || !func0.call(data, "key")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "key" } }), errors++), (data.ordinal === void 0 || !func0.call(data, "ordinal")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ordinal" } }), errors++), (data.objective === void 0 || !func0.call(data, "objective")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "objective" } }), errors++), (data.requirements === void 0 || !func0.call(data, "requirements")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "requirements" } }), errors++), (data.any === void 0 || !func0.call(data, "any")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "any" } }), errors++), (data.dependencies === void 0 || !func0.call(data, "dependencies")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "dependencies" } }), errors++), (data.budget === void 0 || !func0.call(data, "budget")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "budget" } }), errors++);
          for (let key0 of Object.keys(data))
            func0.call(schema133.properties, key0) || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.parent !== void 0 && func0.call(data, "parent") && typeof data.parent != "string") {
            let err9 = { instancePath: instancePath + "/parent", schemaPath: "#/properties/parent/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err9), errors++;
          }
          if (data.key !== void 0 && func0.call(data, "key") && typeof data.key != "string") {
            let err10 = { instancePath: instancePath + "/key", schemaPath: "#/properties/key/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err10), errors++;
          }
          if (data.ordinal !== void 0 && func0.call(data, "ordinal")) {
            let data2 = data.ordinal;
            if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
              let err11 = { instancePath: instancePath + "/ordinal", schemaPath: "#/properties/ordinal/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err11), errors++;
            }
            if (typeof data2 == "number" && isFinite(data2) && (data2 < 1 || isNaN(data2))) {
              let err12 = { instancePath: instancePath + "/ordinal", schemaPath: "#/properties/ordinal/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.objective !== void 0 && func0.call(data, "objective") && typeof data.objective != "string") {
            let err13 = { instancePath: instancePath + "/objective", schemaPath: "#/properties/objective/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err13), errors++;
          }
          if (data.requirements !== void 0 && func0.call(data, "requirements")) {
            let data4 = data.requirements;
            if (Array.isArray(data4)) {
              let len0 = data4.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data5 = data4[i0];
                if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                  if (data5.id === void 0 || !func0.call(data5, "id")) {
                    let err14 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/required", keyword: "required", params: { missingProperty: "id" } };
                    vErrors = add(vErrors, err14), errors++;
                  }
                  if (data5.statement === void 0 || !func0.call(data5, "statement")) {
                    let err15 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/required", keyword: "required", params: { missingProperty: "statement" } };
                    vErrors = add(vErrors, err15), errors++;
                  }
                  if (data5.needs === void 0 || !func0.call(data5, "needs")) {
                    let err16 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/required", keyword: "required", params: { missingProperty: "needs" } };
                    vErrors = add(vErrors, err16), errors++;
                  }
                  for (let key1 of Object.keys(data5))
                    if (!(key1 === "id" || key1 === "statement" || key1 === "needs" || key1 === "check" || key1 === "any")) {
                      let err17 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err17), errors++;
                    }
                  if (data5.id !== void 0 && func0.call(data5, "id") && typeof data5.id != "string") {
                    let err18 = { instancePath: instancePath + "/requirements/" + i0 + "/id", schemaPath: "#/$defs/requirement/properties/id/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err18), errors++;
                  }
                  if (data5.statement !== void 0 && func0.call(data5, "statement") && typeof data5.statement != "string") {
                    let err19 = { instancePath: instancePath + "/requirements/" + i0 + "/statement", schemaPath: "#/$defs/requirement/properties/statement/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err19), errors++;
                  }
                  if (data5.needs !== void 0 && func0.call(data5, "needs")) {
                    let data8 = data5.needs;
                    if (!(data8 === "check" || data8 === "verified" || data8 === "supported" || data8 === "person")) {
                      let err20 = { instancePath: instancePath + "/requirements/" + i0 + "/needs", schemaPath: "#/$defs/requirement/properties/needs/enum", keyword: "enum", params: { allowedValues: schema129.properties.needs.enum } };
                      vErrors = add(vErrors, err20), errors++;
                    }
                  }
                  if (data5.check !== void 0 && func0.call(data5, "check") && typeof data5.check != "string") {
                    let err21 = { instancePath: instancePath + "/requirements/" + i0 + "/check", schemaPath: "#/$defs/requirement/properties/check/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err21), errors++;
                  }
                  if (data5.any !== void 0 && func0.call(data5, "any") && typeof data5.any != "boolean") {
                    let err22 = { instancePath: instancePath + "/requirements/" + i0 + "/any", schemaPath: "#/$defs/requirement/properties/any/type", keyword: "type", params: { type: "boolean" } };
                    vErrors = add(vErrors, err22), errors++;
                  }
                } else {
                  let err23 = { instancePath: instancePath + "/requirements/" + i0, schemaPath: "#/$defs/requirement/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err23), errors++;
                }
              }
            } else {
              let err24 = { instancePath: instancePath + "/requirements", schemaPath: "#/properties/requirements/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err24), errors++;
            }
          }
          if (data.any !== void 0 && func0.call(data, "any")) {
            let data11 = data.any;
            if (Array.isArray(data11)) {
              let len1 = data11.length;
              for (let i1 = 0; i1 < len1; i1++)
                if (typeof data11[i1] != "string") {
                  let err25 = { instancePath: instancePath + "/any/" + i1, schemaPath: "#/properties/any/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err25), errors++;
                }
            } else {
              let err26 = { instancePath: instancePath + "/any", schemaPath: "#/properties/any/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err26), errors++;
            }
          }
          if (data.dependencies !== void 0 && func0.call(data, "dependencies")) {
            let data13 = data.dependencies;
            if (Array.isArray(data13)) {
              let len2 = data13.length;
              for (let i2 = 0; i2 < len2; i2++)
                if (typeof data13[i2] != "string") {
                  let err27 = { instancePath: instancePath + "/dependencies/" + i2, schemaPath: "#/properties/dependencies/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err27), errors++;
                }
            } else {
              let err28 = { instancePath: instancePath + "/dependencies", schemaPath: "#/properties/dependencies/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err28), errors++;
            }
          }
          if (data.budget !== void 0 && func0.call(data, "budget")) {
            let data15 = data.budget;
            if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
              if (data15.context_tokens === void 0 || !func0.call(data15, "context_tokens")) {
                let err29 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "context_tokens" } };
                vErrors = add(vErrors, err29), errors++;
              }
              if (data15.output_tokens === void 0 || !func0.call(data15, "output_tokens")) {
                let err30 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                vErrors = add(vErrors, err30), errors++;
              }
              if (data15.maximum_children === void 0 || !func0.call(data15, "maximum_children")) {
                let err31 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "maximum_children" } };
                vErrors = add(vErrors, err31), errors++;
              }
              if (data15.maximum_depth === void 0 || !func0.call(data15, "maximum_depth")) {
                let err32 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "maximum_depth" } };
                vErrors = add(vErrors, err32), errors++;
              }
              if (data15.remaining_invocations === void 0 || !func0.call(data15, "remaining_invocations")) {
                let err33 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "remaining_invocations" } };
                vErrors = add(vErrors, err33), errors++;
              }
              if (data15.remaining_wall_time_ms === void 0 || !func0.call(data15, "remaining_wall_time_ms")) {
                let err34 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/required", keyword: "required", params: { missingProperty: "remaining_wall_time_ms" } };
                vErrors = add(vErrors, err34), errors++;
              }
              for (let key2 of Object.keys(data15))
                if (!(key2 === "context_tokens" || key2 === "output_tokens" || key2 === "maximum_children" || key2 === "maximum_depth" || key2 === "remaining_invocations" || key2 === "remaining_wall_time_ms")) {
                  let err35 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                  vErrors = add(vErrors, err35), errors++;
                }
              if (data15.context_tokens !== void 0 && func0.call(data15, "context_tokens")) {
                let data16 = data15.context_tokens;
                if (!(typeof data16 == "number" && !(data16 % 1) && !isNaN(data16) && isFinite(data16))) {
                  let err36 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/$defs/budget/properties/context_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err36), errors++;
                }
                if (typeof data16 == "number" && isFinite(data16) && (data16 < 0 || isNaN(data16))) {
                  let err37 = { instancePath: instancePath + "/budget/context_tokens", schemaPath: "#/$defs/budget/properties/context_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err37), errors++;
                }
              }
              if (data15.output_tokens !== void 0 && func0.call(data15, "output_tokens")) {
                let data17 = data15.output_tokens;
                if (!(typeof data17 == "number" && !(data17 % 1) && !isNaN(data17) && isFinite(data17))) {
                  let err38 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/$defs/budget/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err38), errors++;
                }
                if (typeof data17 == "number" && isFinite(data17) && (data17 < 0 || isNaN(data17))) {
                  let err39 = { instancePath: instancePath + "/budget/output_tokens", schemaPath: "#/$defs/budget/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err39), errors++;
                }
              }
              if (data15.maximum_children !== void 0 && func0.call(data15, "maximum_children")) {
                let data18 = data15.maximum_children;
                if (!(typeof data18 == "number" && !(data18 % 1) && !isNaN(data18) && isFinite(data18))) {
                  let err40 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/$defs/budget/properties/maximum_children/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err40), errors++;
                }
                if (typeof data18 == "number" && isFinite(data18) && (data18 < 0 || isNaN(data18))) {
                  let err41 = { instancePath: instancePath + "/budget/maximum_children", schemaPath: "#/$defs/budget/properties/maximum_children/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err41), errors++;
                }
              }
              if (data15.maximum_depth !== void 0 && func0.call(data15, "maximum_depth")) {
                let data19 = data15.maximum_depth;
                if (!(typeof data19 == "number" && !(data19 % 1) && !isNaN(data19) && isFinite(data19))) {
                  let err42 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/$defs/budget/properties/maximum_depth/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err42), errors++;
                }
                if (typeof data19 == "number" && isFinite(data19) && (data19 < 0 || isNaN(data19))) {
                  let err43 = { instancePath: instancePath + "/budget/maximum_depth", schemaPath: "#/$defs/budget/properties/maximum_depth/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err43), errors++;
                }
              }
              if (data15.remaining_invocations !== void 0 && func0.call(data15, "remaining_invocations")) {
                let data20 = data15.remaining_invocations;
                if (!(typeof data20 == "number" && !(data20 % 1) && !isNaN(data20) && isFinite(data20)) && data20 !== null) {
                  let err44 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/$defs/budget/properties/remaining_invocations/type", keyword: "type", params: { type: schema131.properties.remaining_invocations.type } };
                  vErrors = add(vErrors, err44), errors++;
                }
                if (typeof data20 == "number" && isFinite(data20) && (data20 < 0 || isNaN(data20))) {
                  let err45 = { instancePath: instancePath + "/budget/remaining_invocations", schemaPath: "#/$defs/budget/properties/remaining_invocations/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err45), errors++;
                }
              }
              if (data15.remaining_wall_time_ms !== void 0 && func0.call(data15, "remaining_wall_time_ms")) {
                let data21 = data15.remaining_wall_time_ms;
                if (!(typeof data21 == "number" && !(data21 % 1) && !isNaN(data21) && isFinite(data21)) && data21 !== null) {
                  let err46 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/$defs/budget/properties/remaining_wall_time_ms/type", keyword: "type", params: { type: schema131.properties.remaining_wall_time_ms.type } };
                  vErrors = add(vErrors, err46), errors++;
                }
                if (typeof data21 == "number" && isFinite(data21) && (data21 < 0 || isNaN(data21))) {
                  let err47 = { instancePath: instancePath + "/budget/remaining_wall_time_ms", schemaPath: "#/$defs/budget/properties/remaining_wall_time_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err47), errors++;
                }
              }
            } else {
              let err48 = { instancePath: instancePath + "/budget", schemaPath: "#/$defs/budget/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err48), errors++;
            }
          }
          if (data.input !== void 0 && func0.call(data, "input")) {
            let data22 = data.input;
            if (!(typeof data22 == "number" && !(data22 % 1) && !isNaN(data22) && isFinite(data22)) && data22 !== null) {
              let err49 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/type", keyword: "type", params: { type: schema133.properties.input.type } };
              vErrors = add(vErrors, err49), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate85.errors = vErrors, errors === 0;
      }
      validate85.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate87(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate87.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.invocation === void 0 || !func0.call(data, "invocation")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "invocation" } }), errors++), (data.packet === void 0 || !func0.call(data, "packet")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "packet" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "invocation" || key0 === "proposal" || key0 === "packet" || key0 === "withdrawn" || key0 === "clock_ms" || key0 === "usage" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.invocation !== void 0 && func0.call(data, "invocation") && typeof data.invocation != "string") {
            let err3 = { instancePath: instancePath + "/invocation", schemaPath: "#/properties/invocation/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err3), errors++;
          }
          if (data.proposal !== void 0 && func0.call(data, "proposal")) {
            let data1 = data.proposal, _errs5 = errors, valid1 = !1, _errs6 = errors;
            validate24(data1, { instancePath: instancePath + "/proposal", parentData: data, parentDataProperty: "proposal", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate24.errors), errors += validate24.errors.length);
            var _valid0 = _errs6 === errors;
            valid1 = valid1 || _valid0;
            let _errs7 = errors;
            if (data1 !== null) {
              let err4 = { instancePath: instancePath + "/proposal", schemaPath: "#/properties/proposal/anyOf/1/type", keyword: "type", params: { type: "null" } };
              vErrors = add(vErrors, err4), errors++;
            }
            var _valid0 = _errs7 === errors;
            if (valid1 = valid1 || _valid0, valid1)
              errors = _errs5, vErrors !== null && (_errs5 ? vErrors.length = Math.min(vErrors.length, _errs5) : vErrors = null);
            else {
              let err5 = { instancePath: instancePath + "/proposal", schemaPath: "#/properties/proposal/anyOf", keyword: "anyOf", params: {} };
              vErrors = add(vErrors, err5), errors++;
            }
          }
          if (data.packet !== void 0 && func0.call(data, "packet")) {
            let data2 = data.packet;
            if (typeof data2 == "string") {
              if (!pattern7.test(data2)) {
                let err6 = { instancePath: instancePath + "/packet", schemaPath: "#/properties/packet/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                vErrors = add(vErrors, err6), errors++;
              }
            } else {
              let err7 = { instancePath: instancePath + "/packet", schemaPath: "#/properties/packet/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err7), errors++;
            }
          }
          if (data.withdrawn !== void 0 && func0.call(data, "withdrawn")) {
            let data3 = data.withdrawn;
            if (Array.isArray(data3)) {
              let len0 = data3.length;
              for (let i0 = 0; i0 < len0; i0++)
                if (typeof data3[i0] != "string") {
                  let err8 = { instancePath: instancePath + "/withdrawn/" + i0, schemaPath: "#/properties/withdrawn/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err8), errors++;
                }
            } else {
              let err9 = { instancePath: instancePath + "/withdrawn", schemaPath: "#/properties/withdrawn/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err9), errors++;
            }
          }
          if (data.clock_ms !== void 0 && func0.call(data, "clock_ms")) {
            let data5 = data.clock_ms;
            if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
              let err10 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err10), errors++;
            }
            if (typeof data5 == "number" && isFinite(data5) && (data5 < 0 || isNaN(data5))) {
              let err11 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err11), errors++;
            }
          }
          if (data.usage !== void 0 && func0.call(data, "usage")) {
            let data6 = data.usage;
            if (Array.isArray(data6)) {
              if (data6.length > 64) {
                let err12 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err12), errors++;
              }
              let len1 = data6.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data7 = data6[i1];
                if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
                  if (data7.model === void 0 || !func0.call(data7, "model")) {
                    let err13 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "model" } };
                    vErrors = add(vErrors, err13), errors++;
                  }
                  if (data7.requests === void 0 || !func0.call(data7, "requests")) {
                    let err14 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "requests" } };
                    vErrors = add(vErrors, err14), errors++;
                  }
                  if (data7.input_tokens === void 0 || !func0.call(data7, "input_tokens")) {
                    let err15 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "input_tokens" } };
                    vErrors = add(vErrors, err15), errors++;
                  }
                  if (data7.output_tokens === void 0 || !func0.call(data7, "output_tokens")) {
                    let err16 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                    vErrors = add(vErrors, err16), errors++;
                  }
                  for (let key1 of Object.keys(data7))
                    if (!(key1 === "model" || key1 === "requests" || key1 === "input_tokens" || key1 === "output_tokens" || key1 === "cached_input_tokens")) {
                      let err17 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err17), errors++;
                    }
                  if (data7.model !== void 0 && func0.call(data7, "model") && typeof data7.model != "string") {
                    let err18 = { instancePath: instancePath + "/usage/" + i1 + "/model", schemaPath: "#/$defs/usage/items/properties/model/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err18), errors++;
                  }
                  if (data7.requests !== void 0 && func0.call(data7, "requests")) {
                    let data9 = data7.requests;
                    if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9))) {
                      let err19 = { instancePath: instancePath + "/usage/" + i1 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err19), errors++;
                    }
                    if (typeof data9 == "number" && isFinite(data9) && (data9 < 1 || isNaN(data9))) {
                      let err20 = { instancePath: instancePath + "/usage/" + i1 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                      vErrors = add(vErrors, err20), errors++;
                    }
                  }
                  if (data7.input_tokens !== void 0 && func0.call(data7, "input_tokens")) {
                    let data10 = data7.input_tokens;
                    if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
                      let err21 = { instancePath: instancePath + "/usage/" + i1 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err21), errors++;
                    }
                    if (typeof data10 == "number" && isFinite(data10) && (data10 < 0 || isNaN(data10))) {
                      let err22 = { instancePath: instancePath + "/usage/" + i1 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err22), errors++;
                    }
                  }
                  if (data7.output_tokens !== void 0 && func0.call(data7, "output_tokens")) {
                    let data11 = data7.output_tokens;
                    if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
                      let err23 = { instancePath: instancePath + "/usage/" + i1 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err23), errors++;
                    }
                    if (typeof data11 == "number" && isFinite(data11) && (data11 < 0 || isNaN(data11))) {
                      let err24 = { instancePath: instancePath + "/usage/" + i1 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err24), errors++;
                    }
                  }
                  if (data7.cached_input_tokens !== void 0 && func0.call(data7, "cached_input_tokens")) {
                    let data12 = data7.cached_input_tokens;
                    if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                      let err25 = { instancePath: instancePath + "/usage/" + i1 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err25), errors++;
                    }
                    if (typeof data12 == "number" && isFinite(data12) && (data12 < 0 || isNaN(data12))) {
                      let err26 = { instancePath: instancePath + "/usage/" + i1 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err26), errors++;
                    }
                  }
                } else {
                  let err27 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err27), errors++;
                }
              }
            } else {
              let err28 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err28), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate87.errors = vErrors, errors === 0;
      }
      validate87.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema139 = { type: "object", additionalProperties: !1, required: ["invocation", "rejections"], properties: { invocation: { type: "string" }, rejections: { type: "array", items: { $ref: "#/$defs/rejection" } }, proposal: { type: ["integer", "null"], description: "ctx seq of the recorded text" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" }, usage: { $ref: "#/$defs/usage" } }, description: "Costs the invocation" };
      function validate90(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate90.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.invocation === void 0 || !func0.call(data, "invocation")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "invocation" } }), errors++), (data.rejections === void 0 || !func0.call(data, "rejections")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "rejections" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "invocation" || key0 === "rejections" || key0 === "proposal" || key0 === "clock_ms" || key0 === "usage" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.invocation !== void 0 && func0.call(data, "invocation") && typeof data.invocation != "string") {
            let err3 = { instancePath: instancePath + "/invocation", schemaPath: "#/properties/invocation/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err3), errors++;
          }
          if (data.rejections !== void 0 && func0.call(data, "rejections")) {
            let data1 = data.rejections;
            if (Array.isArray(data1)) {
              let len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data2 = data1[i0];
                if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                  if (data2.code === void 0 || !func0.call(data2, "code")) {
                    let err4 = { instancePath: instancePath + "/rejections/" + i0, schemaPath: "#/$defs/rejection/required", keyword: "required", params: { missingProperty: "code" } };
                    vErrors = add(vErrors, err4), errors++;
                  }
                  if (data2.pointer === void 0 || !func0.call(data2, "pointer")) {
                    let err5 = { instancePath: instancePath + "/rejections/" + i0, schemaPath: "#/$defs/rejection/required", keyword: "required", params: { missingProperty: "pointer" } };
                    vErrors = add(vErrors, err5), errors++;
                  }
                  if (data2.message === void 0 || !func0.call(data2, "message")) {
                    let err6 = { instancePath: instancePath + "/rejections/" + i0, schemaPath: "#/$defs/rejection/required", keyword: "required", params: { missingProperty: "message" } };
                    vErrors = add(vErrors, err6), errors++;
                  }
                  for (let key1 of Object.keys(data2))
                    if (!(key1 === "code" || key1 === "pointer" || key1 === "message")) {
                      let err7 = { instancePath: instancePath + "/rejections/" + i0, schemaPath: "#/$defs/rejection/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err7), errors++;
                    }
                  if (data2.code !== void 0 && func0.call(data2, "code") && typeof data2.code != "string") {
                    let err8 = { instancePath: instancePath + "/rejections/" + i0 + "/code", schemaPath: "#/$defs/rejection/properties/code/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err8), errors++;
                  }
                  if (data2.pointer !== void 0 && func0.call(data2, "pointer") && typeof data2.pointer != "string") {
                    let err9 = { instancePath: instancePath + "/rejections/" + i0 + "/pointer", schemaPath: "#/$defs/rejection/properties/pointer/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err9), errors++;
                  }
                  if (data2.message !== void 0 && func0.call(data2, "message") && typeof data2.message != "string") {
                    let err10 = { instancePath: instancePath + "/rejections/" + i0 + "/message", schemaPath: "#/$defs/rejection/properties/message/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err10), errors++;
                  }
                } else {
                  let err11 = { instancePath: instancePath + "/rejections/" + i0, schemaPath: "#/$defs/rejection/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err11), errors++;
                }
              }
            } else {
              let err12 = { instancePath: instancePath + "/rejections", schemaPath: "#/properties/rejections/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.proposal !== void 0 && func0.call(data, "proposal")) {
            let data6 = data.proposal;
            if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6)) && data6 !== null) {
              let err13 = { instancePath: instancePath + "/proposal", schemaPath: "#/properties/proposal/type", keyword: "type", params: { type: schema139.properties.proposal.type } };
              vErrors = add(vErrors, err13), errors++;
            }
          }
          if (data.clock_ms !== void 0 && func0.call(data, "clock_ms")) {
            let data7 = data.clock_ms;
            if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
              let err14 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err14), errors++;
            }
            if (typeof data7 == "number" && isFinite(data7) && (data7 < 0 || isNaN(data7))) {
              let err15 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err15), errors++;
            }
          }
          if (data.usage !== void 0 && func0.call(data, "usage")) {
            let data8 = data.usage;
            if (Array.isArray(data8)) {
              if (data8.length > 64) {
                let err16 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err16), errors++;
              }
              let len1 = data8.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data9 = data8[i1];
                if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                  if (data9.model === void 0 || !func0.call(data9, "model")) {
                    let err17 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "model" } };
                    vErrors = add(vErrors, err17), errors++;
                  }
                  if (data9.requests === void 0 || !func0.call(data9, "requests")) {
                    let err18 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "requests" } };
                    vErrors = add(vErrors, err18), errors++;
                  }
                  if (data9.input_tokens === void 0 || !func0.call(data9, "input_tokens")) {
                    let err19 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "input_tokens" } };
                    vErrors = add(vErrors, err19), errors++;
                  }
                  if (data9.output_tokens === void 0 || !func0.call(data9, "output_tokens")) {
                    let err20 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                    vErrors = add(vErrors, err20), errors++;
                  }
                  for (let key2 of Object.keys(data9))
                    if (!(key2 === "model" || key2 === "requests" || key2 === "input_tokens" || key2 === "output_tokens" || key2 === "cached_input_tokens")) {
                      let err21 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                      vErrors = add(vErrors, err21), errors++;
                    }
                  if (data9.model !== void 0 && func0.call(data9, "model") && typeof data9.model != "string") {
                    let err22 = { instancePath: instancePath + "/usage/" + i1 + "/model", schemaPath: "#/$defs/usage/items/properties/model/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err22), errors++;
                  }
                  if (data9.requests !== void 0 && func0.call(data9, "requests")) {
                    let data11 = data9.requests;
                    if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
                      let err23 = { instancePath: instancePath + "/usage/" + i1 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err23), errors++;
                    }
                    if (typeof data11 == "number" && isFinite(data11) && (data11 < 1 || isNaN(data11))) {
                      let err24 = { instancePath: instancePath + "/usage/" + i1 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                      vErrors = add(vErrors, err24), errors++;
                    }
                  }
                  if (data9.input_tokens !== void 0 && func0.call(data9, "input_tokens")) {
                    let data12 = data9.input_tokens;
                    if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                      let err25 = { instancePath: instancePath + "/usage/" + i1 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err25), errors++;
                    }
                    if (typeof data12 == "number" && isFinite(data12) && (data12 < 0 || isNaN(data12))) {
                      let err26 = { instancePath: instancePath + "/usage/" + i1 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err26), errors++;
                    }
                  }
                  if (data9.output_tokens !== void 0 && func0.call(data9, "output_tokens")) {
                    let data13 = data9.output_tokens;
                    if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13))) {
                      let err27 = { instancePath: instancePath + "/usage/" + i1 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err27), errors++;
                    }
                    if (typeof data13 == "number" && isFinite(data13) && (data13 < 0 || isNaN(data13))) {
                      let err28 = { instancePath: instancePath + "/usage/" + i1 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err28), errors++;
                    }
                  }
                  if (data9.cached_input_tokens !== void 0 && func0.call(data9, "cached_input_tokens")) {
                    let data14 = data9.cached_input_tokens;
                    if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14) && isFinite(data14))) {
                      let err29 = { instancePath: instancePath + "/usage/" + i1 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err29), errors++;
                    }
                    if (typeof data14 == "number" && isFinite(data14) && (data14 < 0 || isNaN(data14))) {
                      let err30 = { instancePath: instancePath + "/usage/" + i1 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err30), errors++;
                    }
                  }
                } else {
                  let err31 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err31), errors++;
                }
              }
            } else {
              let err32 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err32), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate90.errors = vErrors, errors === 0;
      }
      validate90.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate92(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate92.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.invocation === void 0 || !func0.call(data, "invocation")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "invocation" } }), errors++), (data.code === void 0 || !func0.call(data, "code")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" } }), errors++), (data.message === void 0 || !func0.call(data, "message")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "message" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "invocation" || key0 === "code" || key0 === "message" || key0 === "clock_ms" || key0 === "usage" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.invocation !== void 0 && func0.call(data, "invocation") && typeof data.invocation != "string") {
            let err4 = { instancePath: instancePath + "/invocation", schemaPath: "#/properties/invocation/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err4), errors++;
          }
          if (data.code !== void 0 && func0.call(data, "code") && typeof data.code != "string") {
            let err5 = { instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err5), errors++;
          }
          if (data.message !== void 0 && func0.call(data, "message") && typeof data.message != "string") {
            let err6 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err6), errors++;
          }
          if (data.clock_ms !== void 0 && func0.call(data, "clock_ms")) {
            let data3 = data.clock_ms;
            if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
              let err7 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err7), errors++;
            }
            if (typeof data3 == "number" && isFinite(data3) && (data3 < 0 || isNaN(data3))) {
              let err8 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err8), errors++;
            }
          }
          if (data.usage !== void 0 && func0.call(data, "usage")) {
            let data4 = data.usage;
            if (Array.isArray(data4)) {
              if (data4.length > 64) {
                let err9 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err9), errors++;
              }
              let len0 = data4.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data5 = data4[i0];
                if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                  if (data5.model === void 0 || !func0.call(data5, "model")) {
                    let err10 = { instancePath: instancePath + "/usage/" + i0, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "model" } };
                    vErrors = add(vErrors, err10), errors++;
                  }
                  if (data5.requests === void 0 || !func0.call(data5, "requests")) {
                    let err11 = { instancePath: instancePath + "/usage/" + i0, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "requests" } };
                    vErrors = add(vErrors, err11), errors++;
                  }
                  if (data5.input_tokens === void 0 || !func0.call(data5, "input_tokens")) {
                    let err12 = { instancePath: instancePath + "/usage/" + i0, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "input_tokens" } };
                    vErrors = add(vErrors, err12), errors++;
                  }
                  if (data5.output_tokens === void 0 || !func0.call(data5, "output_tokens")) {
                    let err13 = { instancePath: instancePath + "/usage/" + i0, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                    vErrors = add(vErrors, err13), errors++;
                  }
                  for (let key1 of Object.keys(data5))
                    if (!(key1 === "model" || key1 === "requests" || key1 === "input_tokens" || key1 === "output_tokens" || key1 === "cached_input_tokens")) {
                      let err14 = { instancePath: instancePath + "/usage/" + i0, schemaPath: "#/$defs/usage/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err14), errors++;
                    }
                  if (data5.model !== void 0 && func0.call(data5, "model") && typeof data5.model != "string") {
                    let err15 = { instancePath: instancePath + "/usage/" + i0 + "/model", schemaPath: "#/$defs/usage/items/properties/model/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err15), errors++;
                  }
                  if (data5.requests !== void 0 && func0.call(data5, "requests")) {
                    let data7 = data5.requests;
                    if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
                      let err16 = { instancePath: instancePath + "/usage/" + i0 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err16), errors++;
                    }
                    if (typeof data7 == "number" && isFinite(data7) && (data7 < 1 || isNaN(data7))) {
                      let err17 = { instancePath: instancePath + "/usage/" + i0 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                      vErrors = add(vErrors, err17), errors++;
                    }
                  }
                  if (data5.input_tokens !== void 0 && func0.call(data5, "input_tokens")) {
                    let data8 = data5.input_tokens;
                    if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
                      let err18 = { instancePath: instancePath + "/usage/" + i0 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err18), errors++;
                    }
                    if (typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8))) {
                      let err19 = { instancePath: instancePath + "/usage/" + i0 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err19), errors++;
                    }
                  }
                  if (data5.output_tokens !== void 0 && func0.call(data5, "output_tokens")) {
                    let data9 = data5.output_tokens;
                    if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9))) {
                      let err20 = { instancePath: instancePath + "/usage/" + i0 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err20), errors++;
                    }
                    if (typeof data9 == "number" && isFinite(data9) && (data9 < 0 || isNaN(data9))) {
                      let err21 = { instancePath: instancePath + "/usage/" + i0 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err21), errors++;
                    }
                  }
                  if (data5.cached_input_tokens !== void 0 && func0.call(data5, "cached_input_tokens")) {
                    let data10 = data5.cached_input_tokens;
                    if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
                      let err22 = { instancePath: instancePath + "/usage/" + i0 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err22), errors++;
                    }
                    if (typeof data10 == "number" && isFinite(data10) && (data10 < 0 || isNaN(data10))) {
                      let err23 = { instancePath: instancePath + "/usage/" + i0 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err23), errors++;
                    }
                  }
                } else {
                  let err24 = { instancePath: instancePath + "/usage/" + i0, schemaPath: "#/$defs/usage/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err24), errors++;
                }
              }
            } else {
              let err25 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err25), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate92.errors = vErrors, errors === 0;
      }
      validate92.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var schema144 = { type: "object", additionalProperties: !1, required: ["purpose", "checks"], properties: { purpose: { enum: ["proposal", "join", "halt"] }, invocation: { type: ["string", "null"] }, proposal: { $ref: "https://cairn.dev/schemas/v0.1/proposal.schema.json", description: "The proposal that waits for them" }, checks: { type: "array", items: { $ref: "#/$defs/requestedCheck" } }, inputs: { type: "array", items: { $ref: "#/$defs/childInput" }, description: "Where the proposal is a SPLIT: what its children work on" }, clock_ms: { type: "integer", minimum: 0, description: "Active time of the run so far, ms; data, never read from a clock by the engine" }, usage: { $ref: "#/$defs/usage" } }, description: "Pending: the packet is frozen until each has a result" };
      function validate94(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate94.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.purpose === void 0 || !func0.call(data, "purpose")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "purpose" } }), errors++), (data.checks === void 0 || !func0.call(data, "checks")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "checks" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "purpose" || key0 === "invocation" || key0 === "proposal" || key0 === "checks" || key0 === "inputs" || key0 === "clock_ms" || key0 === "usage" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.purpose !== void 0 && func0.call(data, "purpose")) {
            let data0 = data.purpose;
            if (!(data0 === "proposal" || data0 === "join" || data0 === "halt")) {
              let err3 = { instancePath: instancePath + "/purpose", schemaPath: "#/properties/purpose/enum", keyword: "enum", params: { allowedValues: schema144.properties.purpose.enum } };
              vErrors = add(vErrors, err3), errors++;
            }
          }
          if (data.invocation !== void 0 && func0.call(data, "invocation")) {
            let data1 = data.invocation;
            if (typeof data1 != "string" && data1 !== null) {
              let err4 = { instancePath: instancePath + "/invocation", schemaPath: "#/properties/invocation/type", keyword: "type", params: { type: schema144.properties.invocation.type } };
              vErrors = add(vErrors, err4), errors++;
            }
          }
          if (data.proposal !== void 0 && func0.call(data, "proposal") && (validate24(data.proposal, { instancePath: instancePath + "/proposal", parentData: data, parentDataProperty: "proposal", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate24.errors), errors += validate24.errors.length)), data.checks !== void 0 && func0.call(data, "checks")) {
            let data3 = data.checks;
            if (Array.isArray(data3)) {
              let len0 = data3.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data4 = data3[i0];
                if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                  if (data4.effect === void 0 || !func0.call(data4, "effect")) {
                    let err5 = { instancePath: instancePath + "/checks/" + i0, schemaPath: "#/$defs/requestedCheck/required", keyword: "required", params: { missingProperty: "effect" } };
                    vErrors = add(vErrors, err5), errors++;
                  }
                  if (data4.check === void 0 || !func0.call(data4, "check")) {
                    let err6 = { instancePath: instancePath + "/checks/" + i0, schemaPath: "#/$defs/requestedCheck/required", keyword: "required", params: { missingProperty: "check" } };
                    vErrors = add(vErrors, err6), errors++;
                  }
                  for (let key1 of Object.keys(data4))
                    if (!(key1 === "effect" || key1 === "check" || key1 === "requirement" || key1 === "invariant")) {
                      let err7 = { instancePath: instancePath + "/checks/" + i0, schemaPath: "#/$defs/requestedCheck/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err7), errors++;
                    }
                  if (data4.effect !== void 0 && func0.call(data4, "effect") && typeof data4.effect != "string") {
                    let err8 = { instancePath: instancePath + "/checks/" + i0 + "/effect", schemaPath: "#/$defs/requestedCheck/properties/effect/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err8), errors++;
                  }
                  if (data4.check !== void 0 && func0.call(data4, "check") && typeof data4.check != "string") {
                    let err9 = { instancePath: instancePath + "/checks/" + i0 + "/check", schemaPath: "#/$defs/requestedCheck/properties/check/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err9), errors++;
                  }
                  if (data4.requirement !== void 0 && func0.call(data4, "requirement") && typeof data4.requirement != "string") {
                    let err10 = { instancePath: instancePath + "/checks/" + i0 + "/requirement", schemaPath: "#/$defs/requestedCheck/properties/requirement/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err10), errors++;
                  }
                  if (data4.invariant !== void 0 && func0.call(data4, "invariant") && typeof data4.invariant != "string") {
                    let err11 = { instancePath: instancePath + "/checks/" + i0 + "/invariant", schemaPath: "#/$defs/requestedCheck/properties/invariant/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err11), errors++;
                  }
                } else {
                  let err12 = { instancePath: instancePath + "/checks/" + i0, schemaPath: "#/$defs/requestedCheck/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err12), errors++;
                }
              }
            } else {
              let err13 = { instancePath: instancePath + "/checks", schemaPath: "#/properties/checks/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err13), errors++;
            }
          }
          if (data.inputs !== void 0 && func0.call(data, "inputs")) {
            let data9 = data.inputs;
            if (Array.isArray(data9)) {
              let len1 = data9.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data10 = data9[i1];
                if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
                  if (data10.key === void 0 || !func0.call(data10, "key")) {
                    let err14 = { instancePath: instancePath + "/inputs/" + i1, schemaPath: "#/$defs/childInput/required", keyword: "required", params: { missingProperty: "key" } };
                    vErrors = add(vErrors, err14), errors++;
                  }
                  if (data10.item === void 0 || !func0.call(data10, "item")) {
                    let err15 = { instancePath: instancePath + "/inputs/" + i1, schemaPath: "#/$defs/childInput/required", keyword: "required", params: { missingProperty: "item" } };
                    vErrors = add(vErrors, err15), errors++;
                  }
                  for (let key2 of Object.keys(data10))
                    if (!(key2 === "key" || key2 === "item")) {
                      let err16 = { instancePath: instancePath + "/inputs/" + i1, schemaPath: "#/$defs/childInput/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                      vErrors = add(vErrors, err16), errors++;
                    }
                  if (data10.key !== void 0 && func0.call(data10, "key") && typeof data10.key != "string") {
                    let err17 = { instancePath: instancePath + "/inputs/" + i1 + "/key", schemaPath: "#/$defs/childInput/properties/key/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err17), errors++;
                  }
                  if (data10.item !== void 0 && func0.call(data10, "item")) {
                    let data12 = data10.item;
                    if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                      let err18 = { instancePath: instancePath + "/inputs/" + i1 + "/item", schemaPath: "#/$defs/childInput/properties/item/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err18), errors++;
                    }
                    if (typeof data12 == "number" && isFinite(data12) && (data12 < 1 || isNaN(data12))) {
                      let err19 = { instancePath: instancePath + "/inputs/" + i1 + "/item", schemaPath: "#/$defs/childInput/properties/item/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                      vErrors = add(vErrors, err19), errors++;
                    }
                  }
                } else {
                  let err20 = { instancePath: instancePath + "/inputs/" + i1, schemaPath: "#/$defs/childInput/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err20), errors++;
                }
              }
            } else {
              let err21 = { instancePath: instancePath + "/inputs", schemaPath: "#/properties/inputs/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err21), errors++;
            }
          }
          if (data.clock_ms !== void 0 && func0.call(data, "clock_ms")) {
            let data13 = data.clock_ms;
            if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13))) {
              let err22 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err22), errors++;
            }
            if (typeof data13 == "number" && isFinite(data13) && (data13 < 0 || isNaN(data13))) {
              let err23 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err23), errors++;
            }
          }
          if (data.usage !== void 0 && func0.call(data, "usage")) {
            let data14 = data.usage;
            if (Array.isArray(data14)) {
              if (data14.length > 64) {
                let err24 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err24), errors++;
              }
              let len2 = data14.length;
              for (let i2 = 0; i2 < len2; i2++) {
                let data15 = data14[i2];
                if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
                  if (data15.model === void 0 || !func0.call(data15, "model")) {
                    let err25 = { instancePath: instancePath + "/usage/" + i2, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "model" } };
                    vErrors = add(vErrors, err25), errors++;
                  }
                  if (data15.requests === void 0 || !func0.call(data15, "requests")) {
                    let err26 = { instancePath: instancePath + "/usage/" + i2, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "requests" } };
                    vErrors = add(vErrors, err26), errors++;
                  }
                  if (data15.input_tokens === void 0 || !func0.call(data15, "input_tokens")) {
                    let err27 = { instancePath: instancePath + "/usage/" + i2, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "input_tokens" } };
                    vErrors = add(vErrors, err27), errors++;
                  }
                  if (data15.output_tokens === void 0 || !func0.call(data15, "output_tokens")) {
                    let err28 = { instancePath: instancePath + "/usage/" + i2, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                    vErrors = add(vErrors, err28), errors++;
                  }
                  for (let key3 of Object.keys(data15))
                    if (!(key3 === "model" || key3 === "requests" || key3 === "input_tokens" || key3 === "output_tokens" || key3 === "cached_input_tokens")) {
                      let err29 = { instancePath: instancePath + "/usage/" + i2, schemaPath: "#/$defs/usage/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 } };
                      vErrors = add(vErrors, err29), errors++;
                    }
                  if (data15.model !== void 0 && func0.call(data15, "model") && typeof data15.model != "string") {
                    let err30 = { instancePath: instancePath + "/usage/" + i2 + "/model", schemaPath: "#/$defs/usage/items/properties/model/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err30), errors++;
                  }
                  if (data15.requests !== void 0 && func0.call(data15, "requests")) {
                    let data17 = data15.requests;
                    if (!(typeof data17 == "number" && !(data17 % 1) && !isNaN(data17) && isFinite(data17))) {
                      let err31 = { instancePath: instancePath + "/usage/" + i2 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err31), errors++;
                    }
                    if (typeof data17 == "number" && isFinite(data17) && (data17 < 1 || isNaN(data17))) {
                      let err32 = { instancePath: instancePath + "/usage/" + i2 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                      vErrors = add(vErrors, err32), errors++;
                    }
                  }
                  if (data15.input_tokens !== void 0 && func0.call(data15, "input_tokens")) {
                    let data18 = data15.input_tokens;
                    if (!(typeof data18 == "number" && !(data18 % 1) && !isNaN(data18) && isFinite(data18))) {
                      let err33 = { instancePath: instancePath + "/usage/" + i2 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err33), errors++;
                    }
                    if (typeof data18 == "number" && isFinite(data18) && (data18 < 0 || isNaN(data18))) {
                      let err34 = { instancePath: instancePath + "/usage/" + i2 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err34), errors++;
                    }
                  }
                  if (data15.output_tokens !== void 0 && func0.call(data15, "output_tokens")) {
                    let data19 = data15.output_tokens;
                    if (!(typeof data19 == "number" && !(data19 % 1) && !isNaN(data19) && isFinite(data19))) {
                      let err35 = { instancePath: instancePath + "/usage/" + i2 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err35), errors++;
                    }
                    if (typeof data19 == "number" && isFinite(data19) && (data19 < 0 || isNaN(data19))) {
                      let err36 = { instancePath: instancePath + "/usage/" + i2 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err36), errors++;
                    }
                  }
                  if (data15.cached_input_tokens !== void 0 && func0.call(data15, "cached_input_tokens")) {
                    let data20 = data15.cached_input_tokens;
                    if (!(typeof data20 == "number" && !(data20 % 1) && !isNaN(data20) && isFinite(data20))) {
                      let err37 = { instancePath: instancePath + "/usage/" + i2 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err37), errors++;
                    }
                    if (typeof data20 == "number" && isFinite(data20) && (data20 < 0 || isNaN(data20))) {
                      let err38 = { instancePath: instancePath + "/usage/" + i2 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err38), errors++;
                    }
                  }
                } else {
                  let err39 = { instancePath: instancePath + "/usage/" + i2, schemaPath: "#/$defs/usage/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err39), errors++;
                }
              }
            } else {
              let err40 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err40), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate94.errors = vErrors, errors === 0;
      }
      validate94.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate97(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate97.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.effect === void 0 || !func0.call(data, "effect")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "effect" } }), errors++), (data.results === void 0 || !func0.call(data, "results")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "results" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "effect" || key0 === "verifier" || key0 === "results" || key0 === "clock_ms" || key0 === "usage" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.effect !== void 0 && func0.call(data, "effect") && typeof data.effect != "string") {
            let err3 = { instancePath: instancePath + "/effect", schemaPath: "#/properties/effect/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err3), errors++;
          }
          if (data.verifier !== void 0 && func0.call(data, "verifier") && typeof data.verifier != "string") {
            let err4 = { instancePath: instancePath + "/verifier", schemaPath: "#/properties/verifier/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err4), errors++;
          }
          if (data.results !== void 0 && func0.call(data, "results")) {
            let data2 = data.results;
            if (Array.isArray(data2)) {
              let len0 = data2.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data3 = data2[i0];
                if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                  if (data3.claim === void 0 || !func0.call(data3, "claim")) {
                    let err5 = { instancePath: instancePath + "/results/" + i0, schemaPath: "#/properties/results/items/required", keyword: "required", params: { missingProperty: "claim" } };
                    vErrors = add(vErrors, err5), errors++;
                  }
                  if (data3.confirmed === void 0 || !func0.call(data3, "confirmed")) {
                    let err6 = { instancePath: instancePath + "/results/" + i0, schemaPath: "#/properties/results/items/required", keyword: "required", params: { missingProperty: "confirmed" } };
                    vErrors = add(vErrors, err6), errors++;
                  }
                  for (let key1 of Object.keys(data3))
                    if (!(key1 === "claim" || key1 === "confirmed" || key1 === "reason")) {
                      let err7 = { instancePath: instancePath + "/results/" + i0, schemaPath: "#/properties/results/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                      vErrors = add(vErrors, err7), errors++;
                    }
                  if (data3.claim !== void 0 && func0.call(data3, "claim") && typeof data3.claim != "string") {
                    let err8 = { instancePath: instancePath + "/results/" + i0 + "/claim", schemaPath: "#/properties/results/items/properties/claim/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err8), errors++;
                  }
                  if (data3.confirmed !== void 0 && func0.call(data3, "confirmed") && typeof data3.confirmed != "boolean") {
                    let err9 = { instancePath: instancePath + "/results/" + i0 + "/confirmed", schemaPath: "#/properties/results/items/properties/confirmed/type", keyword: "type", params: { type: "boolean" } };
                    vErrors = add(vErrors, err9), errors++;
                  }
                  if (data3.reason !== void 0 && func0.call(data3, "reason") && typeof data3.reason != "string") {
                    let err10 = { instancePath: instancePath + "/results/" + i0 + "/reason", schemaPath: "#/properties/results/items/properties/reason/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err10), errors++;
                  }
                } else {
                  let err11 = { instancePath: instancePath + "/results/" + i0, schemaPath: "#/properties/results/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err11), errors++;
                }
              }
            } else {
              let err12 = { instancePath: instancePath + "/results", schemaPath: "#/properties/results/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err12), errors++;
            }
          }
          if (data.clock_ms !== void 0 && func0.call(data, "clock_ms")) {
            let data7 = data.clock_ms;
            if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
              let err13 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err13), errors++;
            }
            if (typeof data7 == "number" && isFinite(data7) && (data7 < 0 || isNaN(data7))) {
              let err14 = { instancePath: instancePath + "/clock_ms", schemaPath: "#/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.usage !== void 0 && func0.call(data, "usage")) {
            let data8 = data.usage;
            if (Array.isArray(data8)) {
              if (data8.length > 64) {
                let err15 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err15), errors++;
              }
              let len1 = data8.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data9 = data8[i1];
                if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                  if (data9.model === void 0 || !func0.call(data9, "model")) {
                    let err16 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "model" } };
                    vErrors = add(vErrors, err16), errors++;
                  }
                  if (data9.requests === void 0 || !func0.call(data9, "requests")) {
                    let err17 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "requests" } };
                    vErrors = add(vErrors, err17), errors++;
                  }
                  if (data9.input_tokens === void 0 || !func0.call(data9, "input_tokens")) {
                    let err18 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "input_tokens" } };
                    vErrors = add(vErrors, err18), errors++;
                  }
                  if (data9.output_tokens === void 0 || !func0.call(data9, "output_tokens")) {
                    let err19 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/required", keyword: "required", params: { missingProperty: "output_tokens" } };
                    vErrors = add(vErrors, err19), errors++;
                  }
                  for (let key2 of Object.keys(data9))
                    if (!(key2 === "model" || key2 === "requests" || key2 === "input_tokens" || key2 === "output_tokens" || key2 === "cached_input_tokens")) {
                      let err20 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                      vErrors = add(vErrors, err20), errors++;
                    }
                  if (data9.model !== void 0 && func0.call(data9, "model") && typeof data9.model != "string") {
                    let err21 = { instancePath: instancePath + "/usage/" + i1 + "/model", schemaPath: "#/$defs/usage/items/properties/model/type", keyword: "type", params: { type: "string" } };
                    vErrors = add(vErrors, err21), errors++;
                  }
                  if (data9.requests !== void 0 && func0.call(data9, "requests")) {
                    let data11 = data9.requests;
                    if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
                      let err22 = { instancePath: instancePath + "/usage/" + i1 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err22), errors++;
                    }
                    if (typeof data11 == "number" && isFinite(data11) && (data11 < 1 || isNaN(data11))) {
                      let err23 = { instancePath: instancePath + "/usage/" + i1 + "/requests", schemaPath: "#/$defs/usage/items/properties/requests/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
                      vErrors = add(vErrors, err23), errors++;
                    }
                  }
                  if (data9.input_tokens !== void 0 && func0.call(data9, "input_tokens")) {
                    let data12 = data9.input_tokens;
                    if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                      let err24 = { instancePath: instancePath + "/usage/" + i1 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err24), errors++;
                    }
                    if (typeof data12 == "number" && isFinite(data12) && (data12 < 0 || isNaN(data12))) {
                      let err25 = { instancePath: instancePath + "/usage/" + i1 + "/input_tokens", schemaPath: "#/$defs/usage/items/properties/input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err25), errors++;
                    }
                  }
                  if (data9.output_tokens !== void 0 && func0.call(data9, "output_tokens")) {
                    let data13 = data9.output_tokens;
                    if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13))) {
                      let err26 = { instancePath: instancePath + "/usage/" + i1 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err26), errors++;
                    }
                    if (typeof data13 == "number" && isFinite(data13) && (data13 < 0 || isNaN(data13))) {
                      let err27 = { instancePath: instancePath + "/usage/" + i1 + "/output_tokens", schemaPath: "#/$defs/usage/items/properties/output_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err27), errors++;
                    }
                  }
                  if (data9.cached_input_tokens !== void 0 && func0.call(data9, "cached_input_tokens")) {
                    let data14 = data9.cached_input_tokens;
                    if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14) && isFinite(data14))) {
                      let err28 = { instancePath: instancePath + "/usage/" + i1 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err28), errors++;
                    }
                    if (typeof data14 == "number" && isFinite(data14) && (data14 < 0 || isNaN(data14))) {
                      let err29 = { instancePath: instancePath + "/usage/" + i1 + "/cached_input_tokens", schemaPath: "#/$defs/usage/items/properties/cached_input_tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err29), errors++;
                    }
                  }
                } else {
                  let err30 = { instancePath: instancePath + "/usage/" + i1, schemaPath: "#/$defs/usage/items/type", keyword: "type", params: { type: "object" } };
                  vErrors = add(vErrors, err30), errors++;
                }
              }
            } else {
              let err31 = { instancePath: instancePath + "/usage", schemaPath: "#/$defs/usage/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err31), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate97.errors = vErrors, errors === 0;
      }
      validate97.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      var pattern28 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$", "u");
      function validate80(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate80.evaluated;
        evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0);
        let _errs2 = errors, valid1 = !0, _errs3 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing0;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing0 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "run-opened" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid0 = _errs3 === errors;
        if (errors = _errs2, vErrors !== null && (_errs2 ? vErrors.length = Math.min(vErrors.length, _errs2) : vErrors = null), _valid0) {
          let _errs5 = errors;
          data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload") && (validate81(data.payload, { instancePath: instancePath + "/payload", parentData: data, parentDataProperty: "payload", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate81.errors), errors += validate81.errors.length));
          var _valid0 = _errs5 === errors;
          if (valid1 = _valid0, valid1) {
            var props0 = {};
            props0.payload = !0, props0.kind = !0;
          }
        }
        valid1 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/0/if", keyword: "if", params: { failingKeyword: "then" } }), errors++);
        let _errs8 = errors, valid4 = !0, _errs9 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing1;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing1 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "task-opened" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid1 = _errs9 === errors;
        if (errors = _errs8, vErrors !== null && (_errs8 ? vErrors.length = Math.min(vErrors.length, _errs8) : vErrors = null), _valid1) {
          let _errs11 = errors;
          data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload") && (validate85(data.payload, { instancePath: instancePath + "/payload", parentData: data, parentDataProperty: "payload", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate85.errors), errors += validate85.errors.length));
          var _valid1 = _errs11 === errors;
          if (valid4 = _valid1, valid4) {
            var props1 = {};
            props1.payload = !0, props1.kind = !0;
          }
        }
        valid4 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/1/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props1 !== void 0 && (props1 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props1)));
        let _errs14 = errors, valid7 = !0, _errs15 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing2;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing2 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "invocation-opened" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid2 = _errs15 === errors;
        if (errors = _errs14, vErrors !== null && (_errs14 ? vErrors.length = Math.min(vErrors.length, _errs14) : vErrors = null), _valid2) {
          let _errs17 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data5 = data.payload;
            if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
              if (data5.invocation === void 0 || !func0.call(data5, "invocation")) {
                let err8 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/invocation-opened/required", keyword: "required", params: { missingProperty: "invocation" } };
                vErrors = add(vErrors, err8), errors++;
              }
              if (data5.purpose === void 0 || !func0.call(data5, "purpose")) {
                let err9 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/invocation-opened/required", keyword: "required", params: { missingProperty: "purpose" } };
                vErrors = add(vErrors, err9), errors++;
              }
              for (let key0 of Object.keys(data5))
                if (!(key0 === "invocation" || key0 === "purpose" || key0 === "escalation" || key0 === "executor" || key0 === "items" || key0 === "clock_ms")) {
                  let err10 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/invocation-opened/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
                  vErrors = add(vErrors, err10), errors++;
                }
              if (data5.invocation !== void 0 && func0.call(data5, "invocation") && typeof data5.invocation != "string") {
                let err11 = { instancePath: instancePath + "/payload/invocation", schemaPath: "#/$defs/invocation-opened/properties/invocation/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err11), errors++;
              }
              if (data5.purpose !== void 0 && func0.call(data5, "purpose")) {
                let data7 = data5.purpose;
                if (!(data7 === "work" || data7 === "answer")) {
                  let err12 = { instancePath: instancePath + "/payload/purpose", schemaPath: "#/$defs/invocation-opened/properties/purpose/enum", keyword: "enum", params: { allowedValues: schema136.properties.purpose.enum } };
                  vErrors = add(vErrors, err12), errors++;
                }
              }
              if (data5.escalation !== void 0 && func0.call(data5, "escalation") && typeof data5.escalation != "string") {
                let err13 = { instancePath: instancePath + "/payload/escalation", schemaPath: "#/$defs/invocation-opened/properties/escalation/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err13), errors++;
              }
              if (data5.executor !== void 0 && func0.call(data5, "executor") && typeof data5.executor != "string") {
                let err14 = { instancePath: instancePath + "/payload/executor", schemaPath: "#/$defs/invocation-opened/properties/executor/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err14), errors++;
              }
              if (data5.items !== void 0 && func0.call(data5, "items")) {
                let data10 = data5.items;
                if (Array.isArray(data10)) {
                  let len0 = data10.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let data11 = data10[i0];
                    if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
                      let err15 = { instancePath: instancePath + "/payload/items/" + i0, schemaPath: "#/$defs/invocation-opened/properties/items/items/type", keyword: "type", params: { type: "integer" } };
                      vErrors = add(vErrors, err15), errors++;
                    }
                    if (typeof data11 == "number" && isFinite(data11) && (data11 < 0 || isNaN(data11))) {
                      let err16 = { instancePath: instancePath + "/payload/items/" + i0, schemaPath: "#/$defs/invocation-opened/properties/items/items/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                      vErrors = add(vErrors, err16), errors++;
                    }
                  }
                } else {
                  let err17 = { instancePath: instancePath + "/payload/items", schemaPath: "#/$defs/invocation-opened/properties/items/type", keyword: "type", params: { type: "array" } };
                  vErrors = add(vErrors, err17), errors++;
                }
              }
              if (data5.clock_ms !== void 0 && func0.call(data5, "clock_ms")) {
                let data12 = data5.clock_ms;
                if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                  let err18 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/invocation-opened/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err18), errors++;
                }
                if (typeof data12 == "number" && isFinite(data12) && (data12 < 0 || isNaN(data12))) {
                  let err19 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/invocation-opened/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err19), errors++;
                }
              }
            } else {
              let err20 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/invocation-opened/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err20), errors++;
            }
          }
          var _valid2 = _errs17 === errors;
          if (valid7 = _valid2, valid7) {
            var props2 = {};
            props2.payload = !0, props2.kind = !0;
          }
        }
        valid7 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/2/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props2 !== void 0 && (props2 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props2)));
        let _errs36 = errors, valid14 = !0, _errs37 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing3;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing3 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "proposal-accepted" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid3 = _errs37 === errors;
        if (errors = _errs36, vErrors !== null && (_errs36 ? vErrors.length = Math.min(vErrors.length, _errs36) : vErrors = null), _valid3) {
          let _errs39 = errors;
          data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload") && (validate87(data.payload, { instancePath: instancePath + "/payload", parentData: data, parentDataProperty: "payload", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate87.errors), errors += validate87.errors.length));
          var _valid3 = _errs39 === errors;
          if (valid14 = _valid3, valid14) {
            var props3 = {};
            props3.payload = !0, props3.kind = !0;
          }
        }
        valid14 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/3/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props3 !== void 0 && (props3 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props3)));
        let _errs42 = errors, valid17 = !0, _errs43 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing4;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing4 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "proposal-rejected" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid4 = _errs43 === errors;
        if (errors = _errs42, vErrors !== null && (_errs42 ? vErrors.length = Math.min(vErrors.length, _errs42) : vErrors = null), _valid4) {
          let _errs45 = errors;
          data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload") && (validate90(data.payload, { instancePath: instancePath + "/payload", parentData: data, parentDataProperty: "payload", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate90.errors), errors += validate90.errors.length));
          var _valid4 = _errs45 === errors;
          if (valid17 = _valid4, valid17) {
            var props4 = {};
            props4.payload = !0, props4.kind = !0;
          }
        }
        valid17 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/4/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props4 !== void 0 && (props4 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props4)));
        let _errs48 = errors, valid20 = !0, _errs49 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing5;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing5 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "invocation-failed" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid5 = _errs49 === errors;
        if (errors = _errs48, vErrors !== null && (_errs48 ? vErrors.length = Math.min(vErrors.length, _errs48) : vErrors = null), _valid5) {
          let _errs51 = errors;
          data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload") && (validate92(data.payload, { instancePath: instancePath + "/payload", parentData: data, parentDataProperty: "payload", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate92.errors), errors += validate92.errors.length));
          var _valid5 = _errs51 === errors;
          if (valid20 = _valid5, valid20) {
            var props5 = {};
            props5.payload = !0, props5.kind = !0;
          }
        }
        valid20 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/5/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props5 !== void 0 && (props5 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props5)));
        let _errs54 = errors, valid23 = !0, _errs55 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing6;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing6 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "checks-requested" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid6 = _errs55 === errors;
        if (errors = _errs54, vErrors !== null && (_errs54 ? vErrors.length = Math.min(vErrors.length, _errs54) : vErrors = null), _valid6) {
          let _errs57 = errors;
          data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload") && (validate94(data.payload, { instancePath: instancePath + "/payload", parentData: data, parentDataProperty: "payload", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate94.errors), errors += validate94.errors.length));
          var _valid6 = _errs57 === errors;
          if (valid23 = _valid6, valid23) {
            var props6 = {};
            props6.payload = !0, props6.kind = !0;
          }
        }
        valid23 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/6/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props6 !== void 0 && (props6 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props6)));
        let _errs60 = errors, valid26 = !0, _errs61 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing7;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing7 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "check-recorded" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid7 = _errs61 === errors;
        if (errors = _errs60, vErrors !== null && (_errs60 ? vErrors.length = Math.min(vErrors.length, _errs60) : vErrors = null), _valid7) {
          let _errs63 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data22 = data.payload;
            if (data22 && typeof data22 == "object" && !Array.isArray(data22)) {
              if (data22.effect === void 0 || !func0.call(data22, "effect")) {
                let err36 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/check-recorded/required", keyword: "required", params: { missingProperty: "effect" } };
                vErrors = add(vErrors, err36), errors++;
              }
              if (data22.check === void 0 || !func0.call(data22, "check")) {
                let err37 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/check-recorded/required", keyword: "required", params: { missingProperty: "check" } };
                vErrors = add(vErrors, err37), errors++;
              }
              if (data22.passed === void 0 || !func0.call(data22, "passed")) {
                let err38 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/check-recorded/required", keyword: "required", params: { missingProperty: "passed" } };
                vErrors = add(vErrors, err38), errors++;
              }
              for (let key1 of Object.keys(data22))
                if (!(key1 === "effect" || key1 === "check" || key1 === "passed" || key1 === "detail" || key1 === "item" || key1 === "clock_ms")) {
                  let err39 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/check-recorded/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                  vErrors = add(vErrors, err39), errors++;
                }
              if (data22.effect !== void 0 && func0.call(data22, "effect") && typeof data22.effect != "string") {
                let err40 = { instancePath: instancePath + "/payload/effect", schemaPath: "#/$defs/check-recorded/properties/effect/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err40), errors++;
              }
              if (data22.check !== void 0 && func0.call(data22, "check") && typeof data22.check != "string") {
                let err41 = { instancePath: instancePath + "/payload/check", schemaPath: "#/$defs/check-recorded/properties/check/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err41), errors++;
              }
              if (data22.passed !== void 0 && func0.call(data22, "passed") && typeof data22.passed != "boolean") {
                let err42 = { instancePath: instancePath + "/payload/passed", schemaPath: "#/$defs/check-recorded/properties/passed/type", keyword: "type", params: { type: "boolean" } };
                vErrors = add(vErrors, err42), errors++;
              }
              if (data22.detail !== void 0 && func0.call(data22, "detail") && typeof data22.detail != "string") {
                let err43 = { instancePath: instancePath + "/payload/detail", schemaPath: "#/$defs/check-recorded/properties/detail/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err43), errors++;
              }
              if (data22.item !== void 0 && func0.call(data22, "item")) {
                let data27 = data22.item;
                if (!(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27)) && data27 !== null) {
                  let err44 = { instancePath: instancePath + "/payload/item", schemaPath: "#/$defs/check-recorded/properties/item/type", keyword: "type", params: { type: schema148.properties.item.type } };
                  vErrors = add(vErrors, err44), errors++;
                }
              }
              if (data22.clock_ms !== void 0 && func0.call(data22, "clock_ms")) {
                let data28 = data22.clock_ms;
                if (!(typeof data28 == "number" && !(data28 % 1) && !isNaN(data28) && isFinite(data28))) {
                  let err45 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/check-recorded/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err45), errors++;
                }
                if (typeof data28 == "number" && isFinite(data28) && (data28 < 0 || isNaN(data28))) {
                  let err46 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/check-recorded/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err46), errors++;
                }
              }
            } else {
              let err47 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/check-recorded/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err47), errors++;
            }
          }
          var _valid7 = _errs63 === errors;
          if (valid26 = _valid7, valid26) {
            var props7 = {};
            props7.payload = !0, props7.kind = !0;
          }
        }
        valid26 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/7/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props7 !== void 0 && (props7 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props7)));
        let _errs81 = errors, valid31 = !0, _errs82 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing8;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing8 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "changes-merged" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid8 = _errs82 === errors;
        if (errors = _errs81, vErrors !== null && (_errs81 ? vErrors.length = Math.min(vErrors.length, _errs81) : vErrors = null), _valid8) {
          let _errs84 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data30 = data.payload;
            if (data30 && typeof data30 == "object" && !Array.isArray(data30)) {
              if (data30.effect === void 0 || !func0.call(data30, "effect")) {
                let err51 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/changes-merged/required", keyword: "required", params: { missingProperty: "effect" } };
                vErrors = add(vErrors, err51), errors++;
              }
              if (data30.results === void 0 || !func0.call(data30, "results")) {
                let err52 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/changes-merged/required", keyword: "required", params: { missingProperty: "results" } };
                vErrors = add(vErrors, err52), errors++;
              }
              for (let key2 of Object.keys(data30))
                if (!(key2 === "effect" || key2 === "results" || key2 === "clock_ms")) {
                  let err53 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/changes-merged/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                  vErrors = add(vErrors, err53), errors++;
                }
              if (data30.effect !== void 0 && func0.call(data30, "effect") && typeof data30.effect != "string") {
                let err54 = { instancePath: instancePath + "/payload/effect", schemaPath: "#/$defs/changes-merged/properties/effect/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err54), errors++;
              }
              if (data30.results !== void 0 && func0.call(data30, "results")) {
                let data32 = data30.results;
                if (Array.isArray(data32)) {
                  let len1 = data32.length;
                  for (let i1 = 0; i1 < len1; i1++) {
                    let data33 = data32[i1];
                    if (data33 && typeof data33 == "object" && !Array.isArray(data33)) {
                      if (data33.path === void 0 || !func0.call(data33, "path")) {
                        let err55 = { instancePath: instancePath + "/payload/results/" + i1, schemaPath: "#/$defs/changes-merged/properties/results/items/required", keyword: "required", params: { missingProperty: "path" } };
                        vErrors = add(vErrors, err55), errors++;
                      }
                      if (data33.sha256 === void 0 || !func0.call(data33, "sha256")) {
                        let err56 = { instancePath: instancePath + "/payload/results/" + i1, schemaPath: "#/$defs/changes-merged/properties/results/items/required", keyword: "required", params: { missingProperty: "sha256" } };
                        vErrors = add(vErrors, err56), errors++;
                      }
                      if (data33.conflict === void 0 || !func0.call(data33, "conflict")) {
                        let err57 = { instancePath: instancePath + "/payload/results/" + i1, schemaPath: "#/$defs/changes-merged/properties/results/items/required", keyword: "required", params: { missingProperty: "conflict" } };
                        vErrors = add(vErrors, err57), errors++;
                      }
                      for (let key3 of Object.keys(data33))
                        if (!(key3 === "path" || key3 === "sha256" || key3 === "conflict")) {
                          let err58 = { instancePath: instancePath + "/payload/results/" + i1, schemaPath: "#/$defs/changes-merged/properties/results/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 } };
                          vErrors = add(vErrors, err58), errors++;
                        }
                      if (data33.path !== void 0 && func0.call(data33, "path") && typeof data33.path != "string") {
                        let err59 = { instancePath: instancePath + "/payload/results/" + i1 + "/path", schemaPath: "#/$defs/changes-merged/properties/results/items/properties/path/type", keyword: "type", params: { type: "string" } };
                        vErrors = add(vErrors, err59), errors++;
                      }
                      if (data33.sha256 !== void 0 && func0.call(data33, "sha256")) {
                        let data35 = data33.sha256, _errs99 = errors, valid39 = !1, _errs100 = errors;
                        if (typeof data35 == "string") {
                          if (!pattern7.test(data35)) {
                            let err60 = { instancePath: instancePath + "/payload/results/" + i1 + "/sha256", schemaPath: "#/$defs/changes-merged/properties/results/items/properties/sha256/anyOf/0/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                            vErrors = add(vErrors, err60), errors++;
                          }
                        } else {
                          let err61 = { instancePath: instancePath + "/payload/results/" + i1 + "/sha256", schemaPath: "#/$defs/changes-merged/properties/results/items/properties/sha256/anyOf/0/type", keyword: "type", params: { type: "string" } };
                          vErrors = add(vErrors, err61), errors++;
                        }
                        var _valid9 = _errs100 === errors;
                        valid39 = valid39 || _valid9;
                        let _errs102 = errors;
                        if (data35 !== null) {
                          let err62 = { instancePath: instancePath + "/payload/results/" + i1 + "/sha256", schemaPath: "#/$defs/changes-merged/properties/results/items/properties/sha256/anyOf/1/type", keyword: "type", params: { type: "null" } };
                          vErrors = add(vErrors, err62), errors++;
                        }
                        var _valid9 = _errs102 === errors;
                        if (valid39 = valid39 || _valid9, valid39)
                          errors = _errs99, vErrors !== null && (_errs99 ? vErrors.length = Math.min(vErrors.length, _errs99) : vErrors = null);
                        else {
                          let err63 = { instancePath: instancePath + "/payload/results/" + i1 + "/sha256", schemaPath: "#/$defs/changes-merged/properties/results/items/properties/sha256/anyOf", keyword: "anyOf", params: {} };
                          vErrors = add(vErrors, err63), errors++;
                        }
                      }
                      if (data33.conflict !== void 0 && func0.call(data33, "conflict")) {
                        let data36 = data33.conflict;
                        if (typeof data36 != "string" && data36 !== null) {
                          let err64 = { instancePath: instancePath + "/payload/results/" + i1 + "/conflict", schemaPath: "#/$defs/changes-merged/properties/results/items/properties/conflict/type", keyword: "type", params: { type: schema149.properties.results.items.properties.conflict.type } };
                          vErrors = add(vErrors, err64), errors++;
                        }
                      }
                    } else {
                      let err65 = { instancePath: instancePath + "/payload/results/" + i1, schemaPath: "#/$defs/changes-merged/properties/results/items/type", keyword: "type", params: { type: "object" } };
                      vErrors = add(vErrors, err65), errors++;
                    }
                  }
                } else {
                  let err66 = { instancePath: instancePath + "/payload/results", schemaPath: "#/$defs/changes-merged/properties/results/type", keyword: "type", params: { type: "array" } };
                  vErrors = add(vErrors, err66), errors++;
                }
              }
              if (data30.clock_ms !== void 0 && func0.call(data30, "clock_ms")) {
                let data37 = data30.clock_ms;
                if (!(typeof data37 == "number" && !(data37 % 1) && !isNaN(data37) && isFinite(data37))) {
                  let err67 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/changes-merged/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err67), errors++;
                }
                if (typeof data37 == "number" && isFinite(data37) && (data37 < 0 || isNaN(data37))) {
                  let err68 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/changes-merged/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err68), errors++;
                }
              }
            } else {
              let err69 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/changes-merged/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err69), errors++;
            }
          }
          var _valid8 = _errs84 === errors;
          if (valid31 = _valid8, valid31) {
            var props8 = {};
            props8.payload = !0, props8.kind = !0;
          }
        }
        valid31 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/8/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props8 !== void 0 && (props8 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props8)));
        let _errs109 = errors, valid40 = !0, _errs110 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing9;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing9 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "children-joined" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid10 = _errs110 === errors;
        if (errors = _errs109, vErrors !== null && (_errs109 ? vErrors.length = Math.min(vErrors.length, _errs109) : vErrors = null), _valid10) {
          let _errs112 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data39 = data.payload;
            if (data39 && typeof data39 == "object" && !Array.isArray(data39)) {
              if (data39.children === void 0 || !func0.call(data39, "children")) {
                let err73 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/children-joined/required", keyword: "required", params: { missingProperty: "children" } };
                vErrors = add(vErrors, err73), errors++;
              }
              if (data39.packet === void 0 || !func0.call(data39, "packet")) {
                let err74 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/children-joined/required", keyword: "required", params: { missingProperty: "packet" } };
                vErrors = add(vErrors, err74), errors++;
              }
              for (let key4 of Object.keys(data39))
                if (!(key4 === "children" || key4 === "packet" || key4 === "clock_ms")) {
                  let err75 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/children-joined/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 } };
                  vErrors = add(vErrors, err75), errors++;
                }
              if (data39.children !== void 0 && func0.call(data39, "children")) {
                let data40 = data39.children;
                if (Array.isArray(data40)) {
                  let len2 = data40.length;
                  for (let i2 = 0; i2 < len2; i2++)
                    if (typeof data40[i2] != "string") {
                      let err76 = { instancePath: instancePath + "/payload/children/" + i2, schemaPath: "#/$defs/children-joined/properties/children/items/type", keyword: "type", params: { type: "string" } };
                      vErrors = add(vErrors, err76), errors++;
                    }
                } else {
                  let err77 = { instancePath: instancePath + "/payload/children", schemaPath: "#/$defs/children-joined/properties/children/type", keyword: "type", params: { type: "array" } };
                  vErrors = add(vErrors, err77), errors++;
                }
              }
              if (data39.packet !== void 0 && func0.call(data39, "packet")) {
                let data42 = data39.packet;
                if (typeof data42 == "string") {
                  if (!pattern7.test(data42)) {
                    let err78 = { instancePath: instancePath + "/payload/packet", schemaPath: "#/$defs/children-joined/properties/packet/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                    vErrors = add(vErrors, err78), errors++;
                  }
                } else {
                  let err79 = { instancePath: instancePath + "/payload/packet", schemaPath: "#/$defs/children-joined/properties/packet/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err79), errors++;
                }
              }
              if (data39.clock_ms !== void 0 && func0.call(data39, "clock_ms")) {
                let data43 = data39.clock_ms;
                if (!(typeof data43 == "number" && !(data43 % 1) && !isNaN(data43) && isFinite(data43))) {
                  let err80 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/children-joined/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err80), errors++;
                }
                if (typeof data43 == "number" && isFinite(data43) && (data43 < 0 || isNaN(data43))) {
                  let err81 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/children-joined/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err81), errors++;
                }
              }
            } else {
              let err82 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/children-joined/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err82), errors++;
            }
          }
          var _valid10 = _errs112 === errors;
          if (valid40 = _valid10, valid40) {
            var props9 = {};
            props9.payload = !0, props9.kind = !0;
          }
        }
        valid40 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/9/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props9 !== void 0 && (props9 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props9)));
        let _errs126 = errors, valid47 = !0, _errs127 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing10;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing10 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "task-escalated" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid11 = _errs127 === errors;
        if (errors = _errs126, vErrors !== null && (_errs126 ? vErrors.length = Math.min(vErrors.length, _errs126) : vErrors = null), _valid11) {
          let _errs129 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data45 = data.payload;
            if (data45 && typeof data45 == "object" && !Array.isArray(data45)) {
              if (data45.question === void 0 || !func0.call(data45, "question")) {
                let err86 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-escalated/required", keyword: "required", params: { missingProperty: "question" } };
                vErrors = add(vErrors, err86), errors++;
              }
              if (data45.reason === void 0 || !func0.call(data45, "reason")) {
                let err87 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-escalated/required", keyword: "required", params: { missingProperty: "reason" } };
                vErrors = add(vErrors, err87), errors++;
              }
              for (let key5 of Object.keys(data45))
                if (!(key5 === "question" || key5 === "reason" || key5 === "clock_ms")) {
                  let err88 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-escalated/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 } };
                  vErrors = add(vErrors, err88), errors++;
                }
              if (data45.question !== void 0 && func0.call(data45, "question") && typeof data45.question != "string") {
                let err89 = { instancePath: instancePath + "/payload/question", schemaPath: "#/$defs/task-escalated/properties/question/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err89), errors++;
              }
              if (data45.reason !== void 0 && func0.call(data45, "reason")) {
                let data47 = data45.reason;
                if (!(data47 === "repairs" || data47 === "overflow")) {
                  let err90 = { instancePath: instancePath + "/payload/reason", schemaPath: "#/$defs/task-escalated/properties/reason/enum", keyword: "enum", params: { allowedValues: schema151.properties.reason.enum } };
                  vErrors = add(vErrors, err90), errors++;
                }
              }
              if (data45.clock_ms !== void 0 && func0.call(data45, "clock_ms")) {
                let data48 = data45.clock_ms;
                if (!(typeof data48 == "number" && !(data48 % 1) && !isNaN(data48) && isFinite(data48))) {
                  let err91 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/task-escalated/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err91), errors++;
                }
                if (typeof data48 == "number" && isFinite(data48) && (data48 < 0 || isNaN(data48))) {
                  let err92 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/task-escalated/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err92), errors++;
                }
              }
            } else {
              let err93 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-escalated/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err93), errors++;
            }
          }
          var _valid11 = _errs129 === errors;
          if (valid47 = _valid11, valid47) {
            var props10 = {};
            props10.payload = !0, props10.kind = !0;
          }
        }
        valid47 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/10/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props10 !== void 0 && (props10 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props10)));
        let _errs140 = errors, valid52 = !0, _errs141 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing11;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing11 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "escalation-handed-on" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid12 = _errs141 === errors;
        if (errors = _errs140, vErrors !== null && (_errs140 ? vErrors.length = Math.min(vErrors.length, _errs140) : vErrors = null), _valid12) {
          let _errs143 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data50 = data.payload;
            if (data50 && typeof data50 == "object" && !Array.isArray(data50)) {
              if (data50.escalation === void 0 || !func0.call(data50, "escalation")) {
                let err97 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-handed-on/required", keyword: "required", params: { missingProperty: "escalation" } };
                vErrors = add(vErrors, err97), errors++;
              }
              if (data50.to === void 0 || !func0.call(data50, "to")) {
                let err98 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-handed-on/required", keyword: "required", params: { missingProperty: "to" } };
                vErrors = add(vErrors, err98), errors++;
              }
              for (let key6 of Object.keys(data50))
                if (!(key6 === "escalation" || key6 === "to" || key6 === "clock_ms")) {
                  let err99 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-handed-on/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key6 } };
                  vErrors = add(vErrors, err99), errors++;
                }
              if (data50.escalation !== void 0 && func0.call(data50, "escalation") && typeof data50.escalation != "string") {
                let err100 = { instancePath: instancePath + "/payload/escalation", schemaPath: "#/$defs/escalation-handed-on/properties/escalation/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err100), errors++;
              }
              if (data50.to !== void 0 && func0.call(data50, "to") && typeof data50.to != "string") {
                let err101 = { instancePath: instancePath + "/payload/to", schemaPath: "#/$defs/escalation-handed-on/properties/to/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err101), errors++;
              }
              if (data50.clock_ms !== void 0 && func0.call(data50, "clock_ms")) {
                let data53 = data50.clock_ms;
                if (!(typeof data53 == "number" && !(data53 % 1) && !isNaN(data53) && isFinite(data53))) {
                  let err102 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/escalation-handed-on/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err102), errors++;
                }
                if (typeof data53 == "number" && isFinite(data53) && (data53 < 0 || isNaN(data53))) {
                  let err103 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/escalation-handed-on/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err103), errors++;
                }
              }
            } else {
              let err104 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-handed-on/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err104), errors++;
            }
          }
          var _valid12 = _errs143 === errors;
          if (valid52 = _valid12, valid52) {
            var props11 = {};
            props11.payload = !0, props11.kind = !0;
          }
        }
        valid52 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/11/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props11 !== void 0 && (props11 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props11)));
        let _errs155 = errors, valid57 = !0, _errs156 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing12;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing12 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "escalation-answered" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid13 = _errs156 === errors;
        if (errors = _errs155, vErrors !== null && (_errs155 ? vErrors.length = Math.min(vErrors.length, _errs155) : vErrors = null), _valid13) {
          let _errs158 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data55 = data.payload;
            if (data55 && typeof data55 == "object" && !Array.isArray(data55)) {
              if (data55.escalation === void 0 || !func0.call(data55, "escalation")) {
                let err108 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-answered/required", keyword: "required", params: { missingProperty: "escalation" } };
                vErrors = add(vErrors, err108), errors++;
              }
              if (data55.by === void 0 || !func0.call(data55, "by")) {
                let err109 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-answered/required", keyword: "required", params: { missingProperty: "by" } };
                vErrors = add(vErrors, err109), errors++;
              }
              if (data55.text === void 0 || !func0.call(data55, "text")) {
                let err110 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-answered/required", keyword: "required", params: { missingProperty: "text" } };
                vErrors = add(vErrors, err110), errors++;
              }
              for (let key7 of Object.keys(data55))
                if (!(key7 === "escalation" || key7 === "by" || key7 === "text" || key7 === "item" || key7 === "clock_ms")) {
                  let err111 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-answered/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key7 } };
                  vErrors = add(vErrors, err111), errors++;
                }
              if (data55.escalation !== void 0 && func0.call(data55, "escalation") && typeof data55.escalation != "string") {
                let err112 = { instancePath: instancePath + "/payload/escalation", schemaPath: "#/$defs/escalation-answered/properties/escalation/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err112), errors++;
              }
              if (data55.by !== void 0 && func0.call(data55, "by")) {
                let data57 = data55.by;
                if (!(data57 === "parent" || data57 === "person" || data57 === "default" || data57 === "deadline")) {
                  let err113 = { instancePath: instancePath + "/payload/by", schemaPath: "#/$defs/escalation-answered/properties/by/enum", keyword: "enum", params: { allowedValues: schema153.properties.by.enum } };
                  vErrors = add(vErrors, err113), errors++;
                }
              }
              if (data55.text !== void 0 && func0.call(data55, "text") && typeof data55.text != "string") {
                let err114 = { instancePath: instancePath + "/payload/text", schemaPath: "#/$defs/escalation-answered/properties/text/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err114), errors++;
              }
              if (data55.item !== void 0 && func0.call(data55, "item")) {
                let data59 = data55.item;
                if (!(typeof data59 == "number" && !(data59 % 1) && !isNaN(data59) && isFinite(data59)) && data59 !== null) {
                  let err115 = { instancePath: instancePath + "/payload/item", schemaPath: "#/$defs/escalation-answered/properties/item/type", keyword: "type", params: { type: schema153.properties.item.type } };
                  vErrors = add(vErrors, err115), errors++;
                }
              }
              if (data55.clock_ms !== void 0 && func0.call(data55, "clock_ms")) {
                let data60 = data55.clock_ms;
                if (!(typeof data60 == "number" && !(data60 % 1) && !isNaN(data60) && isFinite(data60))) {
                  let err116 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/escalation-answered/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err116), errors++;
                }
                if (typeof data60 == "number" && isFinite(data60) && (data60 < 0 || isNaN(data60))) {
                  let err117 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/escalation-answered/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err117), errors++;
                }
              }
            } else {
              let err118 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/escalation-answered/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err118), errors++;
            }
          }
          var _valid13 = _errs158 === errors;
          if (valid57 = _valid13, valid57) {
            var props12 = {};
            props12.payload = !0, props12.kind = !0;
          }
        }
        valid57 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/12/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props12 !== void 0 && (props12 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props12)));
        let _errs173 = errors, valid62 = !0, _errs174 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing13;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing13 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "claims-verified" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid14 = _errs174 === errors;
        if (errors = _errs173, vErrors !== null && (_errs173 ? vErrors.length = Math.min(vErrors.length, _errs173) : vErrors = null), _valid14) {
          let _errs176 = errors;
          data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload") && (validate97(data.payload, { instancePath: instancePath + "/payload", parentData: data, parentDataProperty: "payload", rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate97.errors), errors += validate97.errors.length));
          var _valid14 = _errs176 === errors;
          if (valid62 = _valid14, valid62) {
            var props13 = {};
            props13.payload = !0, props13.kind = !0;
          }
        }
        valid62 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/13/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props13 !== void 0 && (props13 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props13)));
        let _errs179 = errors, valid65 = !0, _errs180 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing14;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing14 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "budget-extended" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid15 = _errs180 === errors;
        if (errors = _errs179, vErrors !== null && (_errs179 ? vErrors.length = Math.min(vErrors.length, _errs179) : vErrors = null), _valid15) {
          let _errs182 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data64 = data.payload;
            if (data64 && typeof data64 == "object" && !Array.isArray(data64)) {
              if (data64.invocations === void 0 || !func0.call(data64, "invocations")) {
                let err125 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/budget-extended/required", keyword: "required", params: { missingProperty: "invocations" } };
                vErrors = add(vErrors, err125), errors++;
              }
              if (data64.wall_time_ms === void 0 || !func0.call(data64, "wall_time_ms")) {
                let err126 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/budget-extended/required", keyword: "required", params: { missingProperty: "wall_time_ms" } };
                vErrors = add(vErrors, err126), errors++;
              }
              for (let key8 of Object.keys(data64))
                if (!(key8 === "invocations" || key8 === "wall_time_ms" || key8 === "tokens" || key8 === "cost" || key8 === "by" || key8 === "clock_ms")) {
                  let err127 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/budget-extended/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key8 } };
                  vErrors = add(vErrors, err127), errors++;
                }
              if (data64.invocations !== void 0 && func0.call(data64, "invocations")) {
                let data65 = data64.invocations;
                if (!(typeof data65 == "number" && !(data65 % 1) && !isNaN(data65) && isFinite(data65))) {
                  let err128 = { instancePath: instancePath + "/payload/invocations", schemaPath: "#/$defs/budget-extended/properties/invocations/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err128), errors++;
                }
                if (typeof data65 == "number" && isFinite(data65) && (data65 < 0 || isNaN(data65))) {
                  let err129 = { instancePath: instancePath + "/payload/invocations", schemaPath: "#/$defs/budget-extended/properties/invocations/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err129), errors++;
                }
              }
              if (data64.wall_time_ms !== void 0 && func0.call(data64, "wall_time_ms")) {
                let data66 = data64.wall_time_ms;
                if (!(typeof data66 == "number" && !(data66 % 1) && !isNaN(data66) && isFinite(data66))) {
                  let err130 = { instancePath: instancePath + "/payload/wall_time_ms", schemaPath: "#/$defs/budget-extended/properties/wall_time_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err130), errors++;
                }
                if (typeof data66 == "number" && isFinite(data66) && (data66 < 0 || isNaN(data66))) {
                  let err131 = { instancePath: instancePath + "/payload/wall_time_ms", schemaPath: "#/$defs/budget-extended/properties/wall_time_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err131), errors++;
                }
              }
              if (data64.tokens !== void 0 && func0.call(data64, "tokens")) {
                let data67 = data64.tokens;
                if (!(typeof data67 == "number" && !(data67 % 1) && !isNaN(data67) && isFinite(data67))) {
                  let err132 = { instancePath: instancePath + "/payload/tokens", schemaPath: "#/$defs/budget-extended/properties/tokens/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err132), errors++;
                }
                if (typeof data67 == "number" && isFinite(data67) && (data67 < 0 || isNaN(data67))) {
                  let err133 = { instancePath: instancePath + "/payload/tokens", schemaPath: "#/$defs/budget-extended/properties/tokens/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err133), errors++;
                }
              }
              if (data64.cost !== void 0 && func0.call(data64, "cost")) {
                let data68 = data64.cost;
                if (typeof data68 == "number" && isFinite(data68)) {
                  if (data68 < 0 || isNaN(data68)) {
                    let err134 = { instancePath: instancePath + "/payload/cost", schemaPath: "#/$defs/budget-extended/properties/cost/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                    vErrors = add(vErrors, err134), errors++;
                  }
                } else {
                  let err135 = { instancePath: instancePath + "/payload/cost", schemaPath: "#/$defs/budget-extended/properties/cost/type", keyword: "type", params: { type: "number" } };
                  vErrors = add(vErrors, err135), errors++;
                }
              }
              if (data64.by !== void 0 && func0.call(data64, "by") && typeof data64.by != "string") {
                let err136 = { instancePath: instancePath + "/payload/by", schemaPath: "#/$defs/budget-extended/properties/by/type", keyword: "type", params: { type: "string" } };
                vErrors = add(vErrors, err136), errors++;
              }
              if (data64.clock_ms !== void 0 && func0.call(data64, "clock_ms")) {
                let data70 = data64.clock_ms;
                if (!(typeof data70 == "number" && !(data70 % 1) && !isNaN(data70) && isFinite(data70))) {
                  let err137 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/budget-extended/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err137), errors++;
                }
                if (typeof data70 == "number" && isFinite(data70) && (data70 < 0 || isNaN(data70))) {
                  let err138 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/budget-extended/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err138), errors++;
                }
              }
            } else {
              let err139 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/budget-extended/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err139), errors++;
            }
          }
          var _valid15 = _errs182 === errors;
          if (valid65 = _valid15, valid65) {
            var props14 = {};
            props14.payload = !0, props14.kind = !0;
          }
        }
        valid65 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/14/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props14 !== void 0 && (props14 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props14)));
        let _errs200 = errors, valid70 = !0, _errs201 = errors;
        if (data && typeof data == "object" && !Array.isArray(data)) {
          let missing15;
          (data.kind === void 0 || !func0.call(data, "kind")) && (missing15 = "kind") ? (vErrors = add(vErrors, {}), errors++) : data.kind !== void 0 && func0.call(data, "kind") && data.kind !== "task-halted" && (vErrors = add(vErrors, {}), errors++);
        }
        var _valid16 = _errs201 === errors;
        if (errors = _errs200, vErrors !== null && (_errs200 ? vErrors.length = Math.min(vErrors.length, _errs200) : vErrors = null), _valid16) {
          let _errs203 = errors;
          if (data && typeof data == "object" && !Array.isArray(data) && data.payload !== void 0 && func0.call(data, "payload")) {
            let data72 = data.payload;
            if (data72 && typeof data72 == "object" && !Array.isArray(data72)) {
              if (data72.outcome === void 0 || !func0.call(data72, "outcome")) {
                let err143 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-halted/required", keyword: "required", params: { missingProperty: "outcome" } };
                vErrors = add(vErrors, err143), errors++;
              }
              if (data72.reasons === void 0 || !func0.call(data72, "reasons")) {
                let err144 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-halted/required", keyword: "required", params: { missingProperty: "reasons" } };
                vErrors = add(vErrors, err144), errors++;
              }
              if (data72.packet === void 0 || !func0.call(data72, "packet")) {
                let err145 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-halted/required", keyword: "required", params: { missingProperty: "packet" } };
                vErrors = add(vErrors, err145), errors++;
              }
              for (let key9 of Object.keys(data72))
                if (!(key9 === "outcome" || key9 === "reasons" || key9 === "packet" || key9 === "clock_ms")) {
                  let err146 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-halted/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key9 } };
                  vErrors = add(vErrors, err146), errors++;
                }
              if (data72.outcome !== void 0 && func0.call(data72, "outcome")) {
                let data73 = data72.outcome;
                if (!(data73 === "complete" || data73 === "incomplete" || data73 === "refused")) {
                  let err147 = { instancePath: instancePath + "/payload/outcome", schemaPath: "#/$defs/task-halted/properties/outcome/enum", keyword: "enum", params: { allowedValues: schema157.properties.outcome.enum } };
                  vErrors = add(vErrors, err147), errors++;
                }
              }
              if (data72.reasons !== void 0 && func0.call(data72, "reasons")) {
                let data74 = data72.reasons;
                if (Array.isArray(data74)) {
                  let len3 = data74.length;
                  for (let i3 = 0; i3 < len3; i3++)
                    if (typeof data74[i3] != "string") {
                      let err148 = { instancePath: instancePath + "/payload/reasons/" + i3, schemaPath: "#/$defs/task-halted/properties/reasons/items/type", keyword: "type", params: { type: "string" } };
                      vErrors = add(vErrors, err148), errors++;
                    }
                } else {
                  let err149 = { instancePath: instancePath + "/payload/reasons", schemaPath: "#/$defs/task-halted/properties/reasons/type", keyword: "type", params: { type: "array" } };
                  vErrors = add(vErrors, err149), errors++;
                }
              }
              if (data72.packet !== void 0 && func0.call(data72, "packet")) {
                let data76 = data72.packet;
                if (typeof data76 == "string") {
                  if (!pattern7.test(data76)) {
                    let err150 = { instancePath: instancePath + "/payload/packet", schemaPath: "#/$defs/task-halted/properties/packet/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                    vErrors = add(vErrors, err150), errors++;
                  }
                } else {
                  let err151 = { instancePath: instancePath + "/payload/packet", schemaPath: "#/$defs/task-halted/properties/packet/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err151), errors++;
                }
              }
              if (data72.clock_ms !== void 0 && func0.call(data72, "clock_ms")) {
                let data77 = data72.clock_ms;
                if (!(typeof data77 == "number" && !(data77 % 1) && !isNaN(data77) && isFinite(data77))) {
                  let err152 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/task-halted/properties/clock_ms/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err152), errors++;
                }
                if (typeof data77 == "number" && isFinite(data77) && (data77 < 0 || isNaN(data77))) {
                  let err153 = { instancePath: instancePath + "/payload/clock_ms", schemaPath: "#/$defs/task-halted/properties/clock_ms/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                  vErrors = add(vErrors, err153), errors++;
                }
              }
            } else {
              let err154 = { instancePath: instancePath + "/payload", schemaPath: "#/$defs/task-halted/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err154), errors++;
            }
          }
          var _valid16 = _errs203 === errors;
          if (valid70 = _valid16, valid70) {
            var props15 = {};
            props15.payload = !0, props15.kind = !0;
          }
        }
        if (valid70 || (vErrors = add(vErrors, { instancePath, schemaPath: "#/allOf/15/if", keyword: "if", params: { failingKeyword: "then" } }), errors++), props0 !== !0 && props15 !== void 0 && (props15 === !0 ? props0 = !0 : (props0 = props0 || {}, Object.assign(props0, props15))), data && typeof data == "object" && !Array.isArray(data)) {
          (data.seq === void 0 || !func0.call(data, "seq")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "seq" } }), errors++), (data.time === void 0 || !func0.call(data, "time")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "time" } }), errors++), (data.task === void 0 || !func0.call(data, "task")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "task" } }), errors++), (data.kind === void 0 || !func0.call(data, "kind")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kind" } }), errors++), (data.payload === void 0 || !func0.call(data, "payload")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "payload" } }), errors++), (data.prev === void 0 || !func0.call(data, "prev")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "prev" } }), errors++), (data.hash === void 0 || !func0.call(data, "hash")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "hash" } }), errors++);
          for (let key10 of Object.keys(data))
            key10 === "seq" || key10 === "time" || key10 === "task" || key10 === "kind" || key10 === "payload" || key10 === "prev" || key10 === "hash" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key10 } }), errors++);
          if (data.seq !== void 0 && func0.call(data, "seq")) {
            let data78 = data.seq;
            if (!(typeof data78 == "number" && !(data78 % 1) && !isNaN(data78) && isFinite(data78))) {
              let err164 = { instancePath: instancePath + "/seq", schemaPath: "#/properties/seq/type", keyword: "type", params: { type: "integer" } };
              vErrors = add(vErrors, err164), errors++;
            }
            if (typeof data78 == "number" && isFinite(data78) && (data78 < 1 || isNaN(data78))) {
              let err165 = { instancePath: instancePath + "/seq", schemaPath: "#/properties/seq/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } };
              vErrors = add(vErrors, err165), errors++;
            }
          }
          if (data.time !== void 0 && func0.call(data, "time")) {
            let data79 = data.time;
            if (typeof data79 == "string") {
              if (!pattern28.test(data79)) {
                let err166 = { instancePath: instancePath + "/time", schemaPath: "#/properties/time/pattern", keyword: "pattern", params: { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$" } };
                vErrors = add(vErrors, err166), errors++;
              }
            } else {
              let err167 = { instancePath: instancePath + "/time", schemaPath: "#/properties/time/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err167), errors++;
            }
          }
          if (data.task !== void 0 && func0.call(data, "task") && typeof data.task != "string") {
            let err168 = { instancePath: instancePath + "/task", schemaPath: "#/properties/task/type", keyword: "type", params: { type: "string" } };
            vErrors = add(vErrors, err168), errors++;
          }
          if (data.kind !== void 0 && func0.call(data, "kind")) {
            let data81 = data.kind;
            if (!(data81 === "run-opened" || data81 === "task-opened" || data81 === "invocation-opened" || data81 === "proposal-accepted" || data81 === "proposal-rejected" || data81 === "invocation-failed" || data81 === "checks-requested" || data81 === "check-recorded" || data81 === "changes-merged" || data81 === "children-joined" || data81 === "task-escalated" || data81 === "escalation-handed-on" || data81 === "escalation-answered" || data81 === "claims-verified" || data81 === "budget-extended" || data81 === "task-halted")) {
              let err169 = { instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema126.properties.kind.enum } };
              vErrors = add(vErrors, err169), errors++;
            }
          }
          if (data.payload !== void 0 && func0.call(data, "payload")) {
            let data82 = data.payload;
            if (!(data82 && typeof data82 == "object" && !Array.isArray(data82))) {
              let err170 = { instancePath: instancePath + "/payload", schemaPath: "#/properties/payload/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err170), errors++;
            }
          }
          if (data.prev !== void 0 && func0.call(data, "prev")) {
            let data83 = data.prev;
            if (typeof data83 == "string") {
              if (!pattern7.test(data83)) {
                let err171 = { instancePath: instancePath + "/prev", schemaPath: "#/properties/prev/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                vErrors = add(vErrors, err171), errors++;
              }
            } else {
              let err172 = { instancePath: instancePath + "/prev", schemaPath: "#/properties/prev/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err172), errors++;
            }
          }
          if (data.hash !== void 0 && func0.call(data, "hash")) {
            let data84 = data.hash;
            if (typeof data84 == "string") {
              if (!pattern7.test(data84)) {
                let err173 = { instancePath: instancePath + "/hash", schemaPath: "#/properties/hash/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{64}$" } };
                vErrors = add(vErrors, err173), errors++;
              }
            } else {
              let err174 = { instancePath: instancePath + "/hash", schemaPath: "#/properties/hash/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err174), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate80.errors = vErrors, errors === 0;
      }
      validate80.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      exports.validateProjectRules = validate99;
      var schema159 = { description: "tool: globs over names of tools; command: RE2 patterns, looked for in the command; path: globs over paths that the call names, relative to the project", type: "object", additionalProperties: !1, required: ["id", "reason"], properties: { id: { type: "string", pattern: "^[^/\\s][^/]{0,255}$" }, tool: { $ref: "#/$defs/texts" }, command: { $ref: "#/$defs/texts" }, path: { $ref: "#/$defs/texts" }, reason: { type: "string", minLength: 1, maxLength: 1024, description: "What the agent is told" }, fail: { enum: ["open", "closed"], description: "closed: where the check itself fails, the call is refused (default open)" } } };
      function validate100(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate100.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          (data.id === void 0 || !func0.call(data, "id")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } }), errors++), (data.reason === void 0 || !func0.call(data, "reason")) && (vErrors = add(vErrors, { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "reason" } }), errors++);
          for (let key0 of Object.keys(data))
            key0 === "id" || key0 === "tool" || key0 === "command" || key0 === "path" || key0 === "reason" || key0 === "fail" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.id !== void 0 && func0.call(data, "id")) {
            let data0 = data.id;
            if (typeof data0 == "string") {
              if (!pattern13.test(data0)) {
                let err3 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/pattern", keyword: "pattern", params: { pattern: "^[^/\\s][^/]{0,255}$" } };
                vErrors = add(vErrors, err3), errors++;
              }
            } else {
              let err4 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err4), errors++;
            }
          }
          if (data.tool !== void 0 && func0.call(data, "tool")) {
            let data1 = data.tool, _errs6 = errors, valid2 = !1, _errs7 = errors;
            if (typeof data1 == "string") {
              if (func77(data1) > 2048) {
                let err5 = { instancePath: instancePath + "/tool", schemaPath: "#/$defs/texts/anyOf/0/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                vErrors = add(vErrors, err5), errors++;
              }
              if (func77(data1) < 1) {
                let err6 = { instancePath: instancePath + "/tool", schemaPath: "#/$defs/texts/anyOf/0/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err6), errors++;
              }
            } else {
              let err7 = { instancePath: instancePath + "/tool", schemaPath: "#/$defs/texts/anyOf/0/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err7), errors++;
            }
            var _valid0 = _errs7 === errors;
            valid2 = valid2 || _valid0;
            let _errs9 = errors;
            if (Array.isArray(data1)) {
              if (data1.length > 64) {
                let err8 = { instancePath: instancePath + "/tool", schemaPath: "#/$defs/texts/anyOf/1/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err8), errors++;
              }
              if (data1.length < 1) {
                let err9 = { instancePath: instancePath + "/tool", schemaPath: "#/$defs/texts/anyOf/1/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err9), errors++;
              }
              let len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data2 = data1[i0];
                if (typeof data2 == "string") {
                  if (func77(data2) > 2048) {
                    let err10 = { instancePath: instancePath + "/tool/" + i0, schemaPath: "#/$defs/texts/anyOf/1/items/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                    vErrors = add(vErrors, err10), errors++;
                  }
                  if (func77(data2) < 1) {
                    let err11 = { instancePath: instancePath + "/tool/" + i0, schemaPath: "#/$defs/texts/anyOf/1/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err11), errors++;
                  }
                } else {
                  let err12 = { instancePath: instancePath + "/tool/" + i0, schemaPath: "#/$defs/texts/anyOf/1/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err12), errors++;
                }
              }
            } else {
              let err13 = { instancePath: instancePath + "/tool", schemaPath: "#/$defs/texts/anyOf/1/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err13), errors++;
            }
            var _valid0 = _errs9 === errors;
            if (valid2 = valid2 || _valid0, valid2)
              errors = _errs6, vErrors !== null && (_errs6 ? vErrors.length = Math.min(vErrors.length, _errs6) : vErrors = null);
            else {
              let err14 = { instancePath: instancePath + "/tool", schemaPath: "#/$defs/texts/anyOf", keyword: "anyOf", params: {} };
              vErrors = add(vErrors, err14), errors++;
            }
          }
          if (data.command !== void 0 && func0.call(data, "command")) {
            let data3 = data.command, _errs15 = errors, valid6 = !1, _errs16 = errors;
            if (typeof data3 == "string") {
              if (func77(data3) > 2048) {
                let err15 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/texts/anyOf/0/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                vErrors = add(vErrors, err15), errors++;
              }
              if (func77(data3) < 1) {
                let err16 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/texts/anyOf/0/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err16), errors++;
              }
            } else {
              let err17 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/texts/anyOf/0/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err17), errors++;
            }
            var _valid1 = _errs16 === errors;
            valid6 = valid6 || _valid1;
            let _errs18 = errors;
            if (Array.isArray(data3)) {
              if (data3.length > 64) {
                let err18 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/texts/anyOf/1/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err18), errors++;
              }
              if (data3.length < 1) {
                let err19 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/texts/anyOf/1/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err19), errors++;
              }
              let len1 = data3.length;
              for (let i1 = 0; i1 < len1; i1++) {
                let data4 = data3[i1];
                if (typeof data4 == "string") {
                  if (func77(data4) > 2048) {
                    let err20 = { instancePath: instancePath + "/command/" + i1, schemaPath: "#/$defs/texts/anyOf/1/items/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                    vErrors = add(vErrors, err20), errors++;
                  }
                  if (func77(data4) < 1) {
                    let err21 = { instancePath: instancePath + "/command/" + i1, schemaPath: "#/$defs/texts/anyOf/1/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err21), errors++;
                  }
                } else {
                  let err22 = { instancePath: instancePath + "/command/" + i1, schemaPath: "#/$defs/texts/anyOf/1/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err22), errors++;
                }
              }
            } else {
              let err23 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/texts/anyOf/1/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err23), errors++;
            }
            var _valid1 = _errs18 === errors;
            if (valid6 = valid6 || _valid1, valid6)
              errors = _errs15, vErrors !== null && (_errs15 ? vErrors.length = Math.min(vErrors.length, _errs15) : vErrors = null);
            else {
              let err24 = { instancePath: instancePath + "/command", schemaPath: "#/$defs/texts/anyOf", keyword: "anyOf", params: {} };
              vErrors = add(vErrors, err24), errors++;
            }
          }
          if (data.path !== void 0 && func0.call(data, "path")) {
            let data5 = data.path, _errs24 = errors, valid10 = !1, _errs25 = errors;
            if (typeof data5 == "string") {
              if (func77(data5) > 2048) {
                let err25 = { instancePath: instancePath + "/path", schemaPath: "#/$defs/texts/anyOf/0/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                vErrors = add(vErrors, err25), errors++;
              }
              if (func77(data5) < 1) {
                let err26 = { instancePath: instancePath + "/path", schemaPath: "#/$defs/texts/anyOf/0/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err26), errors++;
              }
            } else {
              let err27 = { instancePath: instancePath + "/path", schemaPath: "#/$defs/texts/anyOf/0/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err27), errors++;
            }
            var _valid2 = _errs25 === errors;
            valid10 = valid10 || _valid2;
            let _errs27 = errors;
            if (Array.isArray(data5)) {
              if (data5.length > 64) {
                let err28 = { instancePath: instancePath + "/path", schemaPath: "#/$defs/texts/anyOf/1/maxItems", keyword: "maxItems", params: { limit: 64 } };
                vErrors = add(vErrors, err28), errors++;
              }
              if (data5.length < 1) {
                let err29 = { instancePath: instancePath + "/path", schemaPath: "#/$defs/texts/anyOf/1/minItems", keyword: "minItems", params: { limit: 1 } };
                vErrors = add(vErrors, err29), errors++;
              }
              let len2 = data5.length;
              for (let i2 = 0; i2 < len2; i2++) {
                let data6 = data5[i2];
                if (typeof data6 == "string") {
                  if (func77(data6) > 2048) {
                    let err30 = { instancePath: instancePath + "/path/" + i2, schemaPath: "#/$defs/texts/anyOf/1/items/maxLength", keyword: "maxLength", params: { limit: 2048 } };
                    vErrors = add(vErrors, err30), errors++;
                  }
                  if (func77(data6) < 1) {
                    let err31 = { instancePath: instancePath + "/path/" + i2, schemaPath: "#/$defs/texts/anyOf/1/items/minLength", keyword: "minLength", params: { limit: 1 } };
                    vErrors = add(vErrors, err31), errors++;
                  }
                } else {
                  let err32 = { instancePath: instancePath + "/path/" + i2, schemaPath: "#/$defs/texts/anyOf/1/items/type", keyword: "type", params: { type: "string" } };
                  vErrors = add(vErrors, err32), errors++;
                }
              }
            } else {
              let err33 = { instancePath: instancePath + "/path", schemaPath: "#/$defs/texts/anyOf/1/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err33), errors++;
            }
            var _valid2 = _errs27 === errors;
            if (valid10 = valid10 || _valid2, valid10)
              errors = _errs24, vErrors !== null && (_errs24 ? vErrors.length = Math.min(vErrors.length, _errs24) : vErrors = null);
            else {
              let err34 = { instancePath: instancePath + "/path", schemaPath: "#/$defs/texts/anyOf", keyword: "anyOf", params: {} };
              vErrors = add(vErrors, err34), errors++;
            }
          }
          if (data.reason !== void 0 && func0.call(data, "reason")) {
            let data7 = data.reason;
            if (typeof data7 == "string") {
              if (func77(data7) > 1024) {
                let err35 = { instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/maxLength", keyword: "maxLength", params: { limit: 1024 } };
                vErrors = add(vErrors, err35), errors++;
              }
              if (func77(data7) < 1) {
                let err36 = { instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/minLength", keyword: "minLength", params: { limit: 1 } };
                vErrors = add(vErrors, err36), errors++;
              }
            } else {
              let err37 = { instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: "string" } };
              vErrors = add(vErrors, err37), errors++;
            }
          }
          if (data.fail !== void 0 && func0.call(data, "fail")) {
            let data8 = data.fail;
            if (!(data8 === "open" || data8 === "closed")) {
              let err38 = { instancePath: instancePath + "/fail", schemaPath: "#/properties/fail/enum", keyword: "enum", params: { allowedValues: schema159.properties.fail.enum } };
              vErrors = add(vErrors, err38), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate100.errors = vErrors, errors === 0;
      }
      validate100.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function validate99(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
        let vErrors = null, errors = 0, evaluated0 = validate99.evaluated;
        if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
          for (let key0 of Object.keys(data))
            key0 === "prohibit" || key0 === "stop" || (vErrors = add(vErrors, { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }), errors++);
          if (data.prohibit !== void 0 && func0.call(data, "prohibit")) {
            let data0 = data.prohibit;
            if (Array.isArray(data0)) {
              if (data0.length > 200) {
                let err1 = { instancePath: instancePath + "/prohibit", schemaPath: "#/properties/prohibit/maxItems", keyword: "maxItems", params: { limit: 200 } };
                vErrors = add(vErrors, err1), errors++;
              }
              let len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++)
                validate100(data0[i0], { instancePath: instancePath + "/prohibit/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = keep(vErrors, validate100.errors), errors += validate100.errors.length);
            } else {
              let err2 = { instancePath: instancePath + "/prohibit", schemaPath: "#/properties/prohibit/type", keyword: "type", params: { type: "array" } };
              vErrors = add(vErrors, err2), errors++;
            }
          }
          if (data.stop !== void 0 && func0.call(data, "stop")) {
            let data2 = data.stop;
            if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
              for (let key1 of Object.keys(data2))
                if (key1 !== "refusals") {
                  let err3 = { instancePath: instancePath + "/stop", schemaPath: "#/$defs/stop/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
                  vErrors = add(vErrors, err3), errors++;
                }
              if (data2.refusals !== void 0 && func0.call(data2, "refusals")) {
                let data3 = data2.refusals;
                if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
                  let err4 = { instancePath: instancePath + "/stop/refusals", schemaPath: "#/$defs/stop/properties/refusals/type", keyword: "type", params: { type: "integer" } };
                  vErrors = add(vErrors, err4), errors++;
                }
                if (typeof data3 == "number" && isFinite(data3)) {
                  if (data3 > 20 || isNaN(data3)) {
                    let err5 = { instancePath: instancePath + "/stop/refusals", schemaPath: "#/$defs/stop/properties/refusals/maximum", keyword: "maximum", params: { comparison: "<=", limit: 20 } };
                    vErrors = add(vErrors, err5), errors++;
                  }
                  if (data3 < 0 || isNaN(data3)) {
                    let err6 = { instancePath: instancePath + "/stop/refusals", schemaPath: "#/$defs/stop/properties/refusals/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } };
                    vErrors = add(vErrors, err6), errors++;
                  }
                }
              }
            } else {
              let err7 = { instancePath: instancePath + "/stop", schemaPath: "#/$defs/stop/type", keyword: "type", params: { type: "object" } };
              vErrors = add(vErrors, err7), errors++;
            }
          }
        } else
          vErrors = add(vErrors, { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }), errors++;
        return validate99.errors = vErrors, errors === 0;
      }
      validate99.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
      function add(kept, error) {
        return kept === null ? [error] : (kept.length < 5e3 && kept.push(error), kept);
      }
      function keep(kept, more) {
        if (kept === null) return more;
        for (let error of more) kept.length < 5e3 && kept.push(error);
        return kept;
      }
    }
  });
  return require_stdin();
})();
export const validateStatePacket: Validator = (value) => (compiled.validateStatePacket(value) ? [] : compiled.validateStatePacket.errors);
export const validateContextIr: Validator = (value) => (compiled.validateContextIr(value) ? [] : compiled.validateContextIr.errors);
export const validateProposal: Validator = (value) => (compiled.validateProposal(value) ? [] : compiled.validateProposal.errors);
export const validateTaskFile: Validator = (value) => (compiled.validateTaskFile(value) ? [] : compiled.validateTaskFile.errors);
export const validateEvent: Validator = (value) => (compiled.validateEvent(value) ? [] : compiled.validateEvent.errors);
export const validateProjectRules: Validator = (value) => (compiled.validateProjectRules(value) ? [] : compiled.validateProjectRules.errors);
