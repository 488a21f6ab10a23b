using Microsoft.EntityFrameworkCore;

namespace Peer;

/// <summary>Customer with the members that the service answers, and their names.</summary>
public sealed class Customer
{
    public string CustomerNumber { get; set; } = null!;
    public string Name { get; set; } = null!;
    public string TaxId { get; set; } = null!;
    public string? Email { get; set; }
    public string? Phone { get; set; }
    public string Segment { get; set; } = "Retail";
    public decimal CreditLimit { get; set; } = 5_000;
    public bool IsActive { get; set; } = true;
    public DateOnly? OnboardedOn { get; set; }
    public string? Preferences { get; set; }
    public Guid? ErpId { get; set; }
    public Guid RegionId { get; set; }
    public Guid? ParentCustomerId { get; set; }
    public Guid? AccountManagerId { get; set; }
    public decimal OpenBalance { get; set; }
    public decimal AvailableCredit => CreditLimit - OpenBalance;
    public Guid Id { get; set; }
    public Guid RecordInformationId { get; set; }
    public Guid? StatusId { get; set; }
    public Guid OwnerId { get; set; }
    public Guid OwnerTeamId { get; set; }
    public Guid TenantId { get; set; }
    public Guid AppId { get; set; }
    public Guid EnvironmentId { get; set; }
    public Guid CreatedBy { get; set; }
    public DateTime CreatedOn { get; set; }
    public Guid UpdatedBy { get; set; }
    public DateTime UpdatedOn { get; set; }
    public long RowVersion { get; set; } = 1;
    public bool IsDeleted { get; set; }
}

/// <summary>Target of a customer's lookup.</summary>
public sealed class Region
{
    public Guid Id { get; set; }
    public bool IsDeleted { get; set; }
}

/// <summary>User and the customers that they read: those of all, of their team, or their own.</summary>
public sealed class User
{
    public Guid Id { get; set; }
    public string UserName { get; set; } = null!;
    public Guid TeamId { get; set; }
    public string ReadScope { get; set; } = null!;
}

/// <summary>Row of the change log.</summary>
public sealed class Change
{
    public Guid Id { get; set; }
    public string Entity { get; set; } = null!;
    public string Operation { get; set; } = null!;
    public Guid UserId { get; set; }
    public DateTime OccurredAt { get; set; }
    public Guid RecordId { get; set; }
    public string New { get; set; } = null!;
}

public sealed class PeerContext(DbContextOptions<PeerContext> options) : DbContext(options)
{
    public const string Schema = "peer";
    public const string NextNumber = """'CUS-' || to_char(nextval('peer."CustomerNumbers"'), 'FM00000000')""";

    public DbSet<Customer> Customers => Set<Customer>();
    public DbSet<Region> Regions => Set<Region>();
    public DbSet<User> Users => Set<User>();
    public DbSet<Change> Changes => Set<Change>();

    protected override void OnModelCreating(ModelBuilder model)
    {
        model.HasDefaultSchema(Schema);
        model.HasSequence<long>("CustomerNumbers");
        model.Entity<Customer>(customer =>
        {
            customer.Property(c => c.CustomerNumber).HasDefaultValueSql(NextNumber);
            customer.Property(c => c.Name).HasMaxLength(120).UseCollation("C");
            customer.Property(c => c.TaxId).HasMaxLength(14);
            customer.Property(c => c.Email).HasMaxLength(254);
            customer.Property(c => c.Phone).HasMaxLength(30);
            customer.Property(c => c.Preferences).HasColumnType("jsonb");
            customer.Property(c => c.CreditLimit).HasPrecision(14, 2);
            customer.Property(c => c.OpenBalance).HasPrecision(14, 2);
            customer.HasIndex(c => c.CustomerNumber).IsUnique();
            customer.HasIndex(c => c.TaxId).IsUnique();
            customer.HasIndex(c => c.Email).IsUnique();
            customer.HasIndex(c => new { c.Phone, c.OwnerId });
            customer.HasIndex(c => new { c.OwnerId, c.Id });
            customer.HasOne<Region>().WithMany().HasForeignKey(c => c.RegionId);
        });
        model.Entity<User>().HasIndex(u => u.UserName).IsUnique();
        model.Entity<Change>(change =>
        {
            change.Property(c => c.New).HasColumnType("jsonb");
            change.HasIndex(c => new { c.RecordId, c.OccurredAt });
        });
    }
}
