/** Generated from openapi.json: the rules of every request field, with the server's own messages. Do not edit. */
export interface FieldRules {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minItems?: number;
  maxItems?: number;
  messages: Partial<Record<'required' | 'minLength' | 'maxLength' | 'pattern' | 'format' | 'minItems' | 'maxItems', string>>;
}

export const rules = {
  "CreateProductDto": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 500,
      "messages": {
        "maxLength": "Name must be at most 500 characters",
        "minLength": "Name is required",
        "required": "Name is required"
      }
    },
    "sku": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "messages": {
        "maxLength": "SKU must be at most 200 characters",
        "minLength": "SKU is required",
        "required": "SKU is required"
      }
    },
    "ean": {
      "maxLength": 200,
      "messages": {
        "maxLength": "EAN must be at most 200 characters"
      }
    },
    "vehicle": {
      "maxLength": 500,
      "messages": {
        "maxLength": "Vehicle must be at most 500 characters"
      }
    },
    "description": {
      "maxLength": 20000,
      "messages": {
        "maxLength": "Description must be at most 20000 characters"
      }
    },
    "images": {
      "required": true,
      "minItems": 1,
      "maxItems": 12,
      "messages": {
        "maxItems": "At most 12 images can be kept",
        "minItems": "At least one image is required",
        "required": "At least one image is required"
      }
    },
    "status": {
      "maxLength": 100,
      "messages": {
        "maxLength": "Status must be at most 100 characters"
      }
    }
  },
  "CredentialsDto": {
    "email": {
      "required": true,
      "minLength": 3,
      "maxLength": 254,
      "format": "email",
      "messages": {
        "format": "Invalid email address",
        "maxLength": "Invalid email address",
        "minLength": "Invalid email address",
        "required": "Invalid email address"
      }
    },
    "password": {
      "required": true,
      "minLength": 6,
      "maxLength": 1024,
      "format": "password",
      "messages": {
        "maxLength": "Password must be at most 1024 characters",
        "minLength": "Password must be at least 6 characters",
        "required": "Password must be at least 6 characters"
      }
    }
  },
  "ReplaceProductDto": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 500,
      "messages": {
        "maxLength": "Name must be at most 500 characters",
        "minLength": "Name is required",
        "required": "Name is required"
      }
    },
    "sku": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "messages": {
        "maxLength": "SKU must be at most 200 characters",
        "minLength": "SKU is required",
        "required": "SKU is required"
      }
    },
    "ean": {
      "maxLength": 200,
      "messages": {
        "maxLength": "EAN must be at most 200 characters"
      }
    },
    "vehicle": {
      "maxLength": 500,
      "messages": {
        "maxLength": "Vehicle must be at most 500 characters"
      }
    },
    "description": {
      "maxLength": 20000,
      "messages": {
        "maxLength": "Description must be at most 20000 characters"
      }
    },
    "images": {
      "required": true,
      "minItems": 1,
      "maxItems": 12,
      "messages": {
        "maxItems": "At most 12 images can be kept",
        "minItems": "At least one image is required",
        "required": "At least one image is required"
      }
    },
    "status": {
      "maxLength": 100,
      "messages": {
        "maxLength": "Status must be at most 100 characters"
      }
    }
  }
} as const satisfies Record<string, Record<string, FieldRules>>;
