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
  "AnswerDto": {
    "status": {
      "messages": {
        "required": "Status must be one of open, in_progress, resolved"
      }
    },
    "text": {
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Text must be at most 20000 characters",
        "minLength": "Text cannot be empty",
        "required": "Text cannot be empty"
      }
    }
  },
  "ChangePasswordDto": {
    "currentPassword": {
      "required": true,
      "minLength": 6,
      "maxLength": 1024,
      "pattern": "^[^\\u0000]*$",
      "format": "password",
      "messages": {
        "maxLength": "Current password must be at most 1024 characters",
        "minLength": "Current password must be at least 6 characters",
        "required": "Current password must be at least 6 characters"
      }
    },
    "newPassword": {
      "required": true,
      "minLength": 6,
      "maxLength": 1024,
      "pattern": "^[^\\u0000]*$",
      "format": "password",
      "messages": {
        "maxLength": "New password must be at most 1024 characters",
        "minLength": "New password must be at least 6 characters",
        "required": "New password must be at least 6 characters"
      }
    }
  },
  "ChangeProblemDto": {
    "title": {
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Title must be at most 500 characters",
        "minLength": "Title cannot be empty",
        "required": "Title cannot be empty"
      }
    },
    "description": {
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Description must be at most 20000 characters",
        "minLength": "Description cannot be empty",
        "required": "Description cannot be empty"
      }
    },
    "status": {
      "messages": {
        "required": "Status must be one of open, in_progress, resolved"
      }
    },
    "images": {
      "minItems": 0,
      "maxItems": 12,
      "messages": {
        "maxItems": "At most 12 images can be kept"
      }
    }
  },
  "ChangeQuestionDto": {
    "title": {
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Title must be at most 500 characters",
        "minLength": "Title cannot be empty",
        "required": "Title cannot be empty"
      }
    },
    "description": {
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Description must be at most 20000 characters",
        "minLength": "Description cannot be empty",
        "required": "Description cannot be empty"
      }
    },
    "status": {
      "messages": {
        "required": "Status must be one of open, in_progress, resolved"
      }
    }
  },
  "ChangeStatusDto": {
    "status": {
      "required": true,
      "messages": {
        "required": "Status must be one of open, in_progress, resolved"
      }
    }
  },
  "ChangeTagDto": {
    "name": {
      "minLength": 1,
      "maxLength": 50,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Name must be at most 50 characters",
        "minLength": "Name cannot be empty",
        "required": "Name cannot be empty"
      }
    },
    "color": {
      "messages": {
        "required": "Color must be one of gray, red, orange, yellow, green, teal, blue, purple"
      }
    },
    "group": {
      "maxLength": 50,
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "Group must be at most 50 characters"
      }
    }
  },
  "ChangeUpdateDto": {
    "title": {
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Title must be at most 500 characters",
        "minLength": "Title cannot be empty",
        "required": "Title cannot be empty"
      }
    },
    "content": {
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Content must be at most 20000 characters",
        "minLength": "Content cannot be empty",
        "required": "Content cannot be empty"
      }
    },
    "status": {
      "messages": {
        "required": "Status must be one of active, archived"
      }
    }
  },
  "ChangeUserDto": {
    "name": {
      "maxLength": 80,
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "Name must be at most 80 characters"
      }
    }
  },
  "ChangeViewDto": {
    "name": {
      "minLength": 1,
      "maxLength": 60,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Name must be at most 60 characters",
        "minLength": "Name is required",
        "required": "Name is required"
      }
    }
  },
  "CreateProblemDto": {
    "title": {
      "required": true,
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Title must be at most 500 characters",
        "minLength": "Title is required",
        "required": "Title is required"
      }
    },
    "description": {
      "required": true,
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Description must be at most 20000 characters",
        "minLength": "Description is required",
        "required": "Description is required"
      }
    },
    "status": {
      "messages": {
        "required": "Status must be one of open, in_progress, resolved"
      }
    },
    "images": {
      "minItems": 0,
      "maxItems": 12,
      "messages": {
        "maxItems": "At most 12 images can be kept"
      }
    }
  },
  "CreateProductDto": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
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
      "pattern": "^(?!\\s*$)(?![\\s\\S]*[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0])[^\\u0000]*$",
      "messages": {
        "maxLength": "SKU must be at most 200 characters",
        "minLength": "SKU is required",
        "required": "SKU is required"
      }
    },
    "ean": {
      "maxLength": 200,
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "EAN must be at most 200 characters"
      }
    },
    "vehicle": {
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "Vehicle must be at most 500 characters"
      }
    },
    "description": {
      "maxLength": 20000,
      "pattern": "^[^\\u0000]*$",
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
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "Status must be at most 100 characters"
      }
    }
  },
  "CreateQuestionDto": {
    "title": {
      "required": true,
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Title must be at most 500 characters",
        "minLength": "Title is required",
        "required": "Title is required"
      }
    },
    "description": {
      "required": true,
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Description must be at most 20000 characters",
        "minLength": "Description is required",
        "required": "Description is required"
      }
    },
    "status": {
      "messages": {
        "required": "Status must be one of open, in_progress, resolved"
      }
    }
  },
  "CreateResponseDto": {
    "response": {
      "required": true,
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Response must be at most 20000 characters",
        "minLength": "Response is required",
        "required": "Response is required"
      }
    },
    "kind": {
      "messages": {
        "required": "Kind must be one of staff, customer, note"
      }
    }
  },
  "CreateTagDto": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 50,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Name must be at most 50 characters",
        "minLength": "Name is required",
        "required": "Name is required"
      }
    },
    "color": {
      "messages": {
        "required": "Color must be one of gray, red, orange, yellow, green, teal, blue, purple"
      }
    },
    "group": {
      "maxLength": 50,
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "Group must be at most 50 characters"
      }
    }
  },
  "CreateTokenDto": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Name must be at most 100 characters",
        "minLength": "Name is required",
        "required": "Name is required"
      }
    },
    "days": {
      "required": true,
      "messages": {
        "required": "Days must be a whole number from 1 to 365"
      }
    }
  },
  "CreateUpdateDto": {
    "title": {
      "required": true,
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Title must be at most 500 characters",
        "minLength": "Title is required",
        "required": "Title is required"
      }
    },
    "content": {
      "required": true,
      "minLength": 1,
      "maxLength": 20000,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Content must be at most 20000 characters",
        "minLength": "Content is required",
        "required": "Content is required"
      }
    },
    "status": {
      "messages": {
        "required": "Status must be one of active, archived"
      }
    }
  },
  "CreateViewDto": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 60,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "Name must be at most 60 characters",
        "minLength": "Name is required",
        "required": "Name is required"
      }
    },
    "list": {
      "required": true,
      "minLength": 1,
      "maxLength": 60,
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
      "messages": {
        "maxLength": "List must be at most 60 characters",
        "minLength": "List is required",
        "required": "List is required"
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
      "pattern": "^[^\\u0000]*$",
      "format": "password",
      "messages": {
        "maxLength": "Password must be at most 1024 characters",
        "minLength": "Password must be at least 6 characters",
        "required": "Password must be at least 6 characters"
      }
    }
  },
  "ImportMappingDto": {
    "profile": {
      "maxLength": 100,
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "Profile must be at most 100 characters"
      }
    }
  },
  "RegisterDto": {
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
      "pattern": "^[^\\u0000]*$",
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
      "pattern": "^(?!\\s*$)[^\\u0000]*$",
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
      "pattern": "^(?!\\s*$)(?![\\s\\S]*[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0])[^\\u0000]*$",
      "messages": {
        "maxLength": "SKU must be at most 200 characters",
        "minLength": "SKU is required",
        "required": "SKU is required"
      }
    },
    "ean": {
      "maxLength": 200,
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "EAN must be at most 200 characters"
      }
    },
    "vehicle": {
      "maxLength": 500,
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "Vehicle must be at most 500 characters"
      }
    },
    "description": {
      "maxLength": 20000,
      "pattern": "^[^\\u0000]*$",
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
      "pattern": "^[^\\u0000]*$",
      "messages": {
        "maxLength": "Status must be at most 100 characters"
      }
    }
  }
} as const satisfies Record<string, Record<string, FieldRules>>;
